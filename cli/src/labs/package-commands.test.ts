import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeWorkshop } from '../testing/a-workshop.ts';
import { runCommand } from '../testing/run-command.ts';

const BEGIN = 'registry.example.org/packages/begin';
const SPEC = `workshop:
  files:
    - {path: data, image: {url: 'registry.example.org/files/data:1.0'}}
  packages:
    - name: begin
      files: [{image: {url: ${BEGIN}, tagSelection: {semver: {constraints: ">=1.0.0"}}}}]
`;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'academy-packages-'));
  mkdirSync(join(folder, '.git'));
  writeWorkshop(folder, 'spring-lab', { pages: ['Read.'], spec: SPEC });
  write('packages/begin/setup.d/01-begin.sh', 'true\n');
  write('packages/begin/bin/greet', 'true\n');
  write('packages/data/one.txt', 'one\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const academy = (...args: string[]) => runCommand(folder, ['labs', 'package', ...args]);
const file = () => join(folder, 'lab-sources.json');
const rules = () => JSON.parse(readFileSync(file(), 'utf8'));

describe('an operator', () => {
  it('says by its name that a package is taken from a folder', async () => {
    expect(await academy('add', 'begin', 'packages/begin')).toMatchObject({ code: 0, err: '' });
    expect(rules()).toEqual({ [BEGIN]: 'packages/begin' });
    expect(await academy('check', 'begin')).toMatchObject({
      code: 0,
      out: `begin (${BEGIN}) brings 2 files: bin/greet, setup.d/01-begin.sh.`,
    });
  });

  it('does so from a folder of the repository, for all of it', async () => {
    await academy('add', 'registry.example.org/files/data', 'packages/data');
    const below = join(folder, 'workshops');
    const added = await runCommand(below, ['labs', 'package', 'add', 'begin', '../packages/begin']);
    expect(added.code).toBe(0);
    expect(rules()).toEqual({ 'registry.example.org/files/data': 'packages/data', [BEGIN]: 'packages/begin' });
    expect((await academy('check')).out).toContain('registry.example.org/files/data brings 1 file.');
  });

  it('says that an image is taken from another registry', async () => {
    await academy('add', 'begin', 'ghcr.io/our/begin');
    expect(rules()).toEqual({ [BEGIN]: 'https://ghcr.io/our/begin' });
  });

  it('lists what labs name, where it is taken from, and what nothing names', async () => {
    await academy('add', 'begin', 'packages/begin');
    await academy('add', 'registry.example.org/gone', 'packages/data');
    const { out } = await academy('list');
    expect(out).toMatch(/^begin +registry\.example\.org\/packages\/begin +\S+\/packages\/begin +1$/m);
    expect(out).toMatch(/^\(files\) +registry\.example\.org\/files\/data +its address +1$/m);
    expect(out).toContain('No package or image here begins with registry.example.org/gone.');
    write('lab-sources.json', '{"registry.example.org/files/dat": "packages/data"}');
    expect((await academy('list')).out).toContain('begins with registry.example.org/files/dat.');
  });

  it('learns of a check what cannot be fetched', async () => {
    await academy('add', 'begin', 'packages/begin');
    rmSync(join(folder, 'packages/begin'), { recursive: true });
    const { code, out } = await academy('check', 'begin');
    expect(out).toContain(`${BEGIN} is not in`);
    expect(code).toBe(1);
  });

  it('removes a place, and the file with the last one', async () => {
    await academy('add', 'begin', 'packages/begin');
    expect(await academy('remove', 'begin')).toMatchObject({ code: 0 });
    expect(existsSync(file())).toBe(false);
    expect((await academy('list')).out).toMatch(/^begin +\S+ +its address +1$/m);
  });

  it.each([
    [['add', 'gone', 'packages/begin'], 1, 'names a package "gone"; there are: begin'],
    [['add', 'begin', 'packages/gone'], 1, 'There is no folder packages/gone'],
    [['add', 'begin', 'ghcr.io/our/begin:1.0'], 2, 'The labs choose the version themselves'],
    [['add', 'begin'], 2, '<folder or artefact> is missing'],
    [['remove', 'begin'], 1, 'is taken from its own address'],
    [['check', 'gone'], 1, 'names a package "gone"'],
    [['list', '--path', 'nowhere'], 2, 'There is no folder nowhere'],
    [['mend'], 2, '"labs package" does not exist'],
  ])('reads why %j is not done', async (args, code, words) => {
    expect(await academy(...args)).toMatchObject({ code, err: expect.stringContaining(words) });
    expect(existsSync(file())).toBe(false);
  });
});

it('a name that only begins like that of a package is another one', async () => {
  write('lab-sources.json', JSON.stringify({ 'registry.example.org/packages/beg': 'packages/begin' }));
  expect((await academy('list')).out).toMatch(/^begin +\S+ +its address +1$/m);
});
