import { describe, expect, it } from 'vitest';
import { anAuthor } from './testing/an-author.ts';
import { runCommand } from './testing/run-command.ts';

const author = await anAuthor();
const { academy, aCourse, commit, repository, statusOf } = author;

describe('the history of an item', () => {
  it('tells its versions, shows what changed, and goes back', async () => {
    repository('history');
    aCourse('past', 'The first\ttext.');
    const first = commit();
    await academy('apply', 'all', '--path', '.');
    aCourse('past', 'The second\ttext.');
    commit();
    await academy('apply', 'all', '--path', '.');

    const history = (await academy('content', 'history', 'course', 'past', '--tenant', 'spring')).out.split('\n');
    expect(history).toHaveLength(3);
    expect(history[1]).toMatch(/^2 \*/);
    expect(history[2]).toContain(first.slice(0, 12));
    expect(history[2]).toContain('Test Person');

    const diff = await academy('content', 'diff', 'course', 'spring-past');
    expect(diff.out.split('\n')).toEqual([
      ...['--- a/01-first/content.md', '+++ b/01-first/content.md', '@@ -1,1 +1,1 @@'],
      ...['-The first\ttext.', '+The second\ttext.'],
    ]);
    const back = await academy('content', 'rollback', 'course', 'spring-past', '--to', '1');
    expect(back).toMatchObject({
      code: 0,
      out: 'updated course spring-past in spring (version 3), files of version 1',
      err: expect.stringContaining('or the next publish brings it back'),
    });
    expect((await academy('content', 'diff', 'course', 'spring-past', '--from', '1', '--to', '3')).out).toBe('');
    const rows = JSON.parse((await academy('content', 'history', 'course', 'spring-past', '--json')).out);
    expect(rows.map((row: { version: number; rollbackOf: number | null }) => [row.version, row.rollbackOf])).toEqual([
      ...[
        [3, 1],
        [2, null],
        [1, null],
      ],
    ]);
  });

  it('goes back without repeating what was wrong at that time', async () => {
    aCourse('warned', '![Far](https://example.org/far.png)');
    await academy('apply', 'all', '--path', '.');
    aCourse('warned', 'Better.');
    await academy('apply', 'all', '--path', '.');
    expect(await academy('content', 'rollback', 'course', 'spring-warned')).toMatchObject({
      code: 0,
      out: 'updated course spring-warned in spring (version 3), files of version 1; 1 finding of that time, see --json',
    });
  });

  it('takes an item from readers, and out of the academy, once the author agrees', async () => {
    aCourse('leaving');
    await academy('apply', 'all', '--path', '.');
    const questions: string[] = [];
    const asked = (answer: string, ...args: string[]) =>
      runCommand(author.folder, ['content', ...args], {
        env: author.env,
        ask: async (question) => {
          questions.push(question);
          return answer;
        },
      });
    const refused = await asked('no', 'unpublish', 'course', 'spring-leaving');
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Nothing was changed.') });
    expect(questions).toEqual([
      'Take course "Course leaving" (spring-leaving, version 1 in spring) from readers? Learners keep their progress. Type yes: ',
    ]);
    expect(await statusOf('leaving')).toBe(200);
    const taken = await asked('yes', 'unpublish', 'course', 'leaving', '--tenant', 'spring');
    expect(taken).toMatchObject({ code: 0, out: 'unpublished course spring-leaving in spring (version 1)' });
    expect(await statusOf('leaving')).toBe(404);
    expect((await academy('apply', 'all', '--path', '.')).out).toContain('updated course spring-leaving');
    expect(await statusOf('leaving')).toBe(200);
    expect((await asked('', 'delete', 'course', 'spring-leaving')).code).toBe(1);
    const deleted = await academy('content', 'delete', 'course', 'spring-leaving', '--yes', '--json');
    expect(JSON.parse(deleted.out)).toEqual({
      ...{ kind: 'course', id: 'spring-leaving', tenantId: 'spring', deleted: true, version: 1 },
    });
    expect(await statusOf('leaving')).toBe(404);
    await academy('content', 'rollback', 'course', 'spring-leaving', '--to', '1');
    expect(await statusOf('leaving')).toBe(200);
  });

  it.each([
    [['unpublish', 'course', 'spring-nothing', '--yes'], 1, 'spring has no course "spring-nothing"'],
    [['delete', 'course', 'spring-nothing', '--yes'], 1, 'spring has no course "spring-nothing"'],
    [['delete', 'course', 'spring-nothing'], 2, 'There is no terminal to confirm at. Add --yes to confirm.'],
    [['history', 'course', 'spring-nothing'], 1, 'spring has no course "spring-nothing"'],
    [['diff', 'course', 'spring-nothing'], 1, 'spring has no course "spring-nothing"'],
    [['rollback', 'course', 'spring-nothing', '--to', '1'], 1, 'no version 1'],
    [['history', 'novel', 'spring-x'], 2, '"novel" is no kind'],
    [['history', 'course', 'x'], 2, 'give --tenant'],
    [['history', 'course', '../x'], 2, 'is no slug or id'],
    [['history', 'course'], 2, '<slug or id> is missing'],
    [['history', 'course', 'spring-x', 'more'], 2, "Unexpected argument 'more'"],
    [['rollback', 'course', 'spring-x', '--to', 'zero'], 2, '--to must be a whole number'],
  ])('answers %j in one line', async (args, code, text) => {
    const result = await academy('content', ...args);
    expect(result).toMatchObject({ code, out: '', err: expect.stringContaining(text) });
    expect(result.err.split('\n')).toHaveLength(2);
  });
});
