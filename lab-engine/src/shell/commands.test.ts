import { beforeEach, describe, expect, it } from 'vitest';
import { BrowserShell } from '../browser-shell.ts';

const FILES = {
  'a.txt': '3\n1\n2\n',
  'b.txt': 'b\n',
  'my c.txt': 'c\n',
  'sub/x.txt': 'x\n',
  'j.json': '{"a":{"b":1},"l":[1,2,3],"x":null}\n',
  'n.json': '{"items":[{"n":1},{"n":2,"s":{"r":1}}]}\n',
};
let shell: BrowserShell;
const run = (command: string) => shell.answer({ kind: 'run', session: '1', command });
const filesNow = async () => Object.fromEntries((await shell.files()).map(({ path, text }) => [path, text]));

beforeEach(async () => {
  shell = new BrowserShell();
  await shell.answer({ kind: 'start', files: Object.entries(FILES).map(([path, text]) => ({ path, text })) });
});

describe('no file of the learner is lost', () => {
  it('find runs commands with the name of a file within a word', async () => {
    await run("find . -name '*.txt' -exec mv {} {}.old \\;");
    expect(await filesNow()).toMatchObject({
      'a.txt.old': '3\n1\n2\n',
      'b.txt.old': 'b\n',
      'my c.txt.old': 'c\n',
      'sub/x.txt.old': 'x\n',
    });
    expect((await run("find . -name 'b*' -exec echo 'it'\\''s {}!' \\;")).stdout).toBe("it's ./b.txt.old!\n");
  });

  it.each([
    ["sed -i.bak 's/b/q/' b.txt", 'b.txt.bak'],
    ["sed -i.bak -e 's/b/q/' -- b.txt", 'b.txt.bak'],
    ["sed -E -i.bak 's/(b)/q/' b.txt", 'b.txt.bak'],
    ["sed -Ei.bak 's/(b)/q/' b.txt", 'b.txt.bak'],
    ["sed --in-place=.bak 's/b/q/' b.txt", 'b.txt.bak'],
    ["sed -i'old_*' 's/b/q/' b.txt", 'old_b.txt'],
    ["find . -name b.txt -exec sed -i.bak 's/b/q/' {} \\;", 'b.txt.bak'],
  ])('%s keeps a copy', async (command, copy) => {
    expect(await run(command)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await filesNow()).toMatchObject({ 'b.txt': 'q\n', [copy]: 'b\n' });
  });

  it('sed puts in the text behind a backslash, and refuses changes of case', async () => {
    await run("sed -i '1i\\new' b.txt");
    await run("sed -i '/new/a\\  two' b.txt");
    expect((await filesNow())['b.txt']).toBe('new\n  two\nb\n');
    const { exitCode, stderr } = await run("sed -i 's/b/\\U&/' b.txt");
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('so the command stops here')]);
    expect((await filesNow())['b.txt']).toBe('new\n  two\nb\n');
    expect((await run("sed 's/new\\n*/x/; s/\\.//' b.txt")).stdout).toBe('x\n  two\nb\n');
  });

  it('what is written to /dev/null is gone, and it stays what it is', async () => {
    const lines = [
      'echo x > /dev/null',
      'echo y | tee -a /dev/null',
      'cp a.txt /dev/null',
      'cat /dev/null > b.txt',
      'rm -f /dev/null',
      'mv a.txt /dev/null',
    ];
    for (const line of lines) await run(line);
    expect(await filesNow()).toMatchObject({ 'a.txt': '3\n1\n2\n', 'b.txt': '' });
    expect((await run('cat /dev/null; grep -c . /dev/null; test -e /dev/null && echo there')).stdout).toBe(
      '0\nthere\n',
    );
  });

  it('files are not moved or copied onto one name for want of a folder', async () => {
    for (const command of ['for f in *.txt; do mv "$f" archive/; done', 'for f in *.txt; do cp "$f" archive/; done'])
      expect(await run(command)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('there is no such folder'),
      });
    expect(await filesNow()).toEqual(FILES);
    await run('cp -r sub copy/ && mkdir archive && mv a.txt b.txt archive/');
    expect(Object.keys(await filesNow()).sort()).toEqual([
      'archive/a.txt',
      'archive/b.txt',
      'copy/x.txt',
      'j.json',
      'my c.txt',
      'n.json',
      'sub/x.txt',
    ]);
  });

  it('what is written to a link is written to its file', async () => {
    await run('ln -s a.txt link; echo more >> link; ln -s later made; echo late > made');
    expect(await filesNow()).toMatchObject({ 'a.txt': '3\n1\n2\nmore\n', link: '3\n1\n2\nmore\n', later: 'late\n' });
  });

  it.each(['rm -rf .', 'rm -rf ..', 'rm -r /', 'rm -rf ./', 'rm -rf ../..'])('%s is refused', async (command) => {
    expect((await run(command)).exitCode).not.toBe(0);
    expect(await filesNow()).toEqual(FILES);
    expect((await run('rm -r sub && ls')).stdout).not.toContain('sub');
  });
});

/** As jq 1.6 answers. */
describe('jq changes a value, or refuses to', () => {
  it.each([
    ['.spec.replicas = 3', '{}', '{"spec":{"replicas":3}}'],
    ['.a.b.c.d = 3', '{"a":{"x":1}}', '{"a":{"x":1,"b":{"c":{"d":3}}}}'],
    ['."a"["b"]["c d"] = 3', '{}', '{"a":{"b":{"c d":3}}}'],
    ['.m[1].k = 1', '{}', '{"m":[null,{"k":1}]}'],
    ['.x.y = 1', '{"x":null}', '{"x":{"y":1}}'],
    ['.spec.n += 2 | .spec.n += 3', '{}', '{"spec":{"n":5}}'],
    ['.spec.n |= . + 1', '{}', '{"spec":{"n":1}}'],
    ['.items[].s.r = 5', '{"items":[{},{"s":{"q":1}}]}', '{"items":[{"s":{"r":5}},{"s":{"q":1,"r":5}}]}'],
    ['.items |= map(.q.z = 1)', '{"items":[{}]}', '{"items":[{"q":{"z":1}}]}'],
    ['. as $d | .a.q.r = $d.l[0]', '{"l":[7]}', '{"l":[7],"a":{"q":{"r":7}}}'],
    ['reduce .l[] as $i (.; .sum.total += $i)', '{"l":[1,2,3]}', '{"l":[1,2,3],"sum":{"total":6}}'],
    ['if .a then .z.y = 1 else .w.v = 2 end', '{}', '{"w":{"v":2}}'],
    ['.a = "x.y = 1" # .b.c = 2', '{}', '{"a":"x.y = 1"}'],
    ['.a.b == 1', '{"a":{"b":1}}', 'true'],
    ['.flag |= not', '{"flag":false}', '{"flag":true}'],
    ['del(.a, .b.c)', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3}}'],
    ['del(.items[] | select(.n == 1))', '{"items":[{"n":1},{"n":2}]}', '{"items":[{"n":2}]}'],
    ['del(.[] | select(. == "a,(b)"))', '["a,(b)","c"]', '["c"]'],
    ['.items |= map(del(.s, .n))', '{"items":[{"n":1,"s":2,"k":3}]}', '{"items":[{"k":3}]}'],
    ['del(.l[0])', '{"l":[1,2]}', '{"l":[2]}'],
  ])('%s', async (program, input, output) => {
    const { stdout, stderr } = await run(`jq -c '${program}' <<< '${input}'`);
    expect(stderr).toBe('');
    expect(stdout?.trim()).toBe(output);
  });

  it('with an argument, and with a program in a file', async () => {
    expect((await run('jq -c --arg k q \'.["a"][$k].z = $k\' j.json')).stdout).toBe(
      '{"a":{"b":1,"q":{"z":"q"}},"l":[1,2,3],"x":null}\n',
    );
    await run("echo '.a.q.z = 1' > set.jq");
    expect((await run('jq -c -f set.jq j.json')).stdout).toBe('{"a":{"b":1,"q":{"z":1}},"l":[1,2,3],"x":null}\n');
  });

  it.each([
    'del(.l[0,1])',
    'del(.l[1:])',
    'del(.items[].s)',
    'del(..|.b?)',
    'del(.[] | nulls)',
    'del(.l[0], .l[1])',
    'walk(if type == "number" then . + 1 else . end)',
    '(.a.b, .a.c) = 7',
    '(.items[] | select(.n == 1)).n = 9',
    '(.. | numbers) |= . + 1',
    '.l[1:] = [9]',
    '.l[1] |= empty',
    '.a.z //= 5',
    '.x = 1, .y.z = 2',
    '[path(..)]',
  ])('%s is refused, and a script leaves the file as it is', async (program) => {
    const { exitCode, stderr, stdout } = await run(`jq '${program}' j.json > new.json && mv new.json j.json`);
    expect([exitCode, stdout, stderr]).toEqual([
      2,
      '',
      expect.stringMatching(/^jq: this shell does not have .* right, so the command stops here\. Instead: /),
    ]);
    expect((await filesNow())['j.json']).toBe(FILES['j.json']);
  });
});
