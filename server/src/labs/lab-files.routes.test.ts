import type { Server } from 'node:http';
import { packTree } from '@academy/content/lab-files/lab-pack';
import type { LabTree } from '@academy/content/lab-files/lab-tree';
import { packFile } from '@academy/content/lab-files/pushed-packs';
import type { PackedItem } from '@academy/content/pack';
import type { LabPack } from '@academy/contract/lab-files';
import type { LabHost } from '@academy/lab-host/lab-host';
import { aLabHost } from '@academy/lab-host/testing/a-lab-host';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { aWorkshop } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp, type TestApp } from '../testing/start-app.ts';
import { listen, printedInLab, serve } from './lab-page.fixture.ts';

const ORIGIN = 'http://spring.localhost:3000';
const FILE = 'resources/workshop.yaml';
const SPEC = `  session:
    env: [{name: LESSON_LABEL, value: one-start}]
  workshop:
    files: [{path: exercises, inline: {paths: {a.txt: from elsewhere}}}]
`;

/** A lab that brings a file and a package along. */
async function aLabWithFiles(id: string, isSent = true): Promise<PackedItem> {
  const lab = aWorkshop(id);
  const text = Buffer.concat([lab.files.get(FILE) ?? Buffer.alloc(0), Buffer.from(SPEC)]);
  const files = new Map(lab.files).set(FILE, text).set('exercises/own.txt', Buffer.from('own'));
  const labFiles: LabPack[] = [];
  const add = async (name: string | null, path: string, tree: Record<string, string>) => {
    const entries = Object.entries(tree).map(([file, content]) => [
      file,
      { kind: 'file', bytes: Buffer.from(content), executable: false },
    ]);
    const { packed, hash, ...sizes } = await packTree(new Map(entries as [string, never][]) as LabTree, new Date(0));
    files.set(packFile(hash), packed);
    const from = { from: 'inline', at: null, asked: hash, package: name, path };
    labFiles.push({ hash, packedBytes: packed.byteLength, ...sizes, ...from });
  };
  if (isSent) {
    await add(null, 'exercises', { 'a.txt': 'from elsewhere' });
    await add('begin', '.', { 'setup.d/01.sh': 'echo "$LESSON_LABEL $WORKSHOP_NAME" > ~/begun.txt\n' });
  }
  return { ...lab, files, options: { ...lab.options, ...(isSent ? { labFiles } : {}) } };
}

describe.skipIf(!hasSandboxes)('a published lab with files from elsewhere', () => {
  let app: TestApp;
  let host: LabHost;
  let server: Server;
  let port = 0;
  beforeAll(async () => {
    host = await aLabHost();
    app = await startApp({
      labs: { engines: { spring: 'sandbox' }, portals: [], statusEveryMs: 0, hosts: () => [host.place] },
    });
    const lessons = ['with', 'without'].map((id) => ({
      id,
      type: 'lab' as const,
      settings: { educates: `lab-${id}` },
    }));
    await publishCourse(app, 'spring', aCourse({ id: 'spring-l', slug: 'l', lessons }));
    await publishItem(app, 'spring', await aLabWithFiles('lab-with'));
    await publishItem(app, 'spring', await aLabWithFiles('lab-without', false));
    ({ server, port } = await listen());
    serve(server, app);
  });
  afterAll(async () => {
    server?.close();
    await host?.close();
  });

  /** What a script prints in a new session of a lab. */
  const printed = (lessonId: string, script: string) =>
    printedInLab(app, port, { url: `${ORIGIN}/courses/l/lessons/${lessonId}`, lessonId }, script);

  it('begins with them, over its own, after the scripts of its package', async () => {
    expect(await printed('with', 'cat exercises/own.txt exercises/a.txt; echo; cat begun.txt')).toBe(
      'ownfrom elsewhere\none-start lab-with\n',
    );
  });

  it('says so to its learner where they could not be fetched', async () => {
    expect(await printed('without', 'cat /run/lab/set-up-failed')).toContain('could not be set up');
  });

  it('is refused with a file that is not what its hash says', async () => {
    const lab = await aLabWithFiles('lab-other');
    const files = new Map(lab.files);
    for (const name of files.keys()) if (name.startsWith('@lab-files/')) files.set(name, Buffer.from('other'));
    await expect(publishItem(app, 'spring', { ...lab, files })).rejects.toMatchObject({
      data: { findings: expect.arrayContaining([expect.objectContaining({ code: 'lab-files-refused' })]) },
    });
  });
});
