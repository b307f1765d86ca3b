import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fence, writeWorkshop } from '../testing/a-workshop.ts';
import { answerOf, cliFolder } from '../testing/cli-folder.ts';

const { academy, aCourse, anApi, folder } = cliFolder();

/** A course with one lab, and the workshop of that lab. */
function aCourseWithLab(id: string): void {
  aCourse(id);
  const lesson = { id: `${id}--lab`, title: 'Lab', slug: 'lab', type: 'lab', status: 'live', duration: 60 };
  const lab = { ...lesson, settings: { educates: `${id}-lab` } };
  mkdirSync(join(folder, id, '02-lesson-lab'), { recursive: true });
  writeFileSync(join(folder, id, '02-lesson-lab/lesson.json'), JSON.stringify(lab));
  writeWorkshop(join(folder, id), `${id}-lab`, { pages: [fence('terminal:execute', 'command: ls')] });
}

describe('apply --require-proof', () => {
  const apply = async (...args: string[]) => {
    const api = await anApi(200, answerOf({ outcome: 'created', version: 1, findings: [] }));
    const result = await academy(['apply', ...args, '--url', api.url, '--token', 'academy_secret']);
    return { ...result, sent: api.requests.filter((request) => request.startsWith('PUT ')).length };
  };

  test('refuses an unproved lab and its course, with the line that names it', async () => {
    aCourseWithLab('spring-unproved');
    const { code, out, sent } = await apply('all', '--path', 'spring-unproved', '--require-proof');
    expect(out).toMatch(
      /02-lesson-lab\/lesson\.json:1: fatal lab-unproved: the lab "spring-unproved-lab" has no record/,
    );
    expect(out).toMatch(/workshop\.yaml:1: fatal lab-unproved: the lab was not proved; run/);
    expect({ code, sent }).toEqual({ code: 1, sent: 0 });
    expect((await apply('all', '--path', 'spring-unproved')).sent).toBe(2);
  });

  test('publishes a proved lab until its files change', async () => {
    aCourseWithLab('spring-proved');
    await academy(['labs', 'prove', 'spring-proved', '--record']);
    expect((await apply('all', '--path', 'spring-proved', '--require-proof')).sent).toBe(2);
    const page = join(folder, 'spring-proved/workshops/spring-proved-lab/workshop/content/01-page.md');
    writeFileSync(page, fence('terminal:execute', 'command: pwd'));
    const { out, sent } = await apply('all', '--path', 'spring-proved', '--require-proof');
    expect(out).toContain('fatal lab-unproved: the record of its proof is about other files than these; run');
    expect(sent).toBe(0);
  });

  test('refuses a course without its workshop beside it', async () => {
    aCourseWithLab('spring-alone');
    const { out, sent } = await apply('course', '-f', 'spring-alone/course.json', '--require-proof');
    expect(out).toContain('is not published together with this, so its record cannot be seen');
    expect(sent).toBe(0);
  });
});
