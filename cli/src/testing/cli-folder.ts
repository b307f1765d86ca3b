import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { runCommand } from './run-command.ts';

/** A folder in which commands run, removed after the file's last test, with what they need in it. */
export function cliFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'academy-cli-'));
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const academy = (args: readonly string[], env: Record<string, string> = {}, input = '') =>
    runCommand(folder, args, { env, input });

  /** A course folder with one lesson; returns the path of its JSON file. */
  function aCourse(id: string, json = '{ "id": "ID", "title": "Sample", "slug": "sample", "status": "live" }'): string {
    const course = join(folder, id);
    mkdirSync(join(course, '01-lesson-first'), { recursive: true });
    writeFileSync(join(course, 'course.json'), json.replace('ID', id));
    const lesson = { id: `${id}--first`, title: 'First', slug: 'first', type: 'article', status: 'live', duration: 60 };
    writeFileSync(join(course, '01-lesson-first/lesson.json'), JSON.stringify(lesson));
    writeFileSync(join(course, '01-lesson-first/content.md'), '# First\n\nHello.\n');
    return join(course, 'course.json');
  }

  /** A server that sends the same reply to every request, and its API address. */
  async function anApi(status: number, body: unknown): Promise<{ url: string; requests: string[] }> {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url} ${request.headers.authorization} ${request.headers.tenantid}`);
      request.resume().on('end', () => {
        // The academy has no content yet.
        const isList = [200, 422].includes(status) && typeof body !== 'string' && request.url === '/api/v1/content';
        const answer = isList ? answerOf({ result: [] }) : body;
        response.writeHead(isList ? 200 : status, { 'content-type': 'application/json' });
        response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
      });
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`, requests };
  }

  return { folder, servers, academy, aCourse, anApi };
}

export const answerOf = (data: unknown) => ({ success: true, data, errors: [], correlationId: 'c', message: null });
export const refusal = (code: string, text: string, data: unknown = null) => ({
  success: false,
  data,
  errors: [{ errorMessage: text, code }],
  correlationId: 'c-1',
  message: null,
});
