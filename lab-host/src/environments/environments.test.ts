import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Sandbox } from '../sandbox/sandbox.ts';
import { hasSandboxes, view } from '../testing/sandboxes-here.ts';
import { makeSmallRoot } from '../testing/small-root.ts';
import { addEnvironment, removeEnvironment, removeFormer } from './add-environment.ts';
import { type LabEnvironment, readEnvironment } from './environment.ts';
import { environmentRegistry } from './environment-registry.ts';
import { partsOf, storedEnvironments } from './environments-folder.ts';
import { checkEnvironment } from './try-environment.ts';

const MEGABYTE = 1024 * 1024;

describe.skipIf(!hasSandboxes)('an environment', () => {
  let place = '';
  /** A root to make environments of. */
  let source = '';
  let folder = '';

  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'academy-environments-'));
    chmodSync(place, 0o755);
    source = join(place, 'source');
    makeSmallRoot(source);
    writeFileSync(join(source, 'usr/bin/greet'), '#!/bin/bash\necho "greet 1.2 for $WHO"\necho more\n', {
      mode: 0o755,
    });
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  beforeEach(() => {
    folder = join(place, 'environments');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const environment = (changes: Record<string, unknown> = {}): LabEnvironment =>
    readEnvironment(JSON.stringify({ title: 'Greetings', from: `folder:${source}`, ...changes }));
  const add = (changes: Record<string, unknown> = {}, name = 'greetings') =>
    addEnvironment({ folder, name, environment: environment(changes), cwd: '/' });
  const problems = () => storedEnvironments(folder, [place]).map(({ name, problem }) => [name, problem]);
  const registry = (images: Record<string, string> = {}) =>
    environmentRegistry({ folder, images, host: view, secret: [join(place, 'secret')] });
  const wanted = (name: string | null, image: string | null = null) => ({ environment: name, image });

  async function inside(script: string, name = 'greetings'): Promise<{ status: number; output: string }> {
    const found = registry().surroundings(wanted(name));
    if (found === null) throw new Error('there is no such environment');
    const sandbox = await Sandbox.start({ view: found.view, homeBytes: 16 * MEGABYTE });
    const { status, output } = await sandbox.run({ script, seconds: 20 }).finally(() => sandbox.end());
    return { status, output: output.toString('utf8') };
  }

  it('is tried before it is there, and its tools tell their versions', async () => {
    const tools = { greet: 'greet', bold: String.raw`printf '\033[1mbold 1\033[m'` };
    const record = await add({ tools, variables: { WHO: 'you' } });
    expect(record.versions).toEqual({ greet: 'greet 1.2 for you', bold: 'bold 1' });
    expect(problems()).toEqual([['greetings', null]]);
    expect(readdirSync(folder)).toEqual(['greetings']);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a missing source', { from: 'folder:/nowhere' }, 'There is no folder /nowhere'],
    ['a tool that fails', { tools: { greet: 'no-such-tool' } }, '"no-such-tool" ended with status 127'],
    ['a cache in a folder of the root', { caches: [{ from: '/usr', to: '/etc/cache' }] }, 'has a cache at /etc/cache'],
    ['a cache that is not there', { caches: [{ from: '/nowhere', to: '/caches/x' }] }, 'which is no folder'],
  ])('that cannot be made leaves nothing: %s', async (_what, changes, words) => {
    await expect(add(changes)).rejects.toThrow(words);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('without bash, or without programs of the agent, says so', async () => {
    for (const [program, words] of [
      ['bash', 'has no bash'],
      ['script', 'lacks programs that every lab needs: script'],
    ] as const) {
      const poor = join(place, `without-${program}`);
      execFileSync('cp', ['-a', source, poor]);
      rmSync(join(poor, 'usr/bin', program));
      await expect(add({ from: `folder:${poor}` })).rejects.toThrow(words);
    }
  });

  it('is all that a lab sees, read-only, with its variables and files', async () => {
    await add({
      variables: { WHO: 'you', PATH: '/usr/bin' },
      files: { '~/.config/tool': 'a setting' },
      limits: { processes: 77 },
    });
    expect((await inside('greet; cat ~/.config/tool; ulimit -u; ls /usr')).output).toBe(
      'greet 1.2 for you\nmore\na setting77\nbin\nlib\nlib64\n',
    );
    expect((await inside('touch /usr/bin/x')).status).not.toBe(0);
    expect((await inside('cat /etc/passwd')).output).toContain('learner:x:1000');
    // A program of the server that the root does not have.
    expect((await inside('ls /usr/share /usr/bin/mmdebstrap /usr/bin/git')).status).not.toBe(0);
  });

  it('keeps programs of /opt beside those of the lab', async () => {
    for (const name of ['tool', 'workshop']) mkdirSync(join(source, 'opt', name), { recursive: true });
    writeFileSync(join(source, 'opt/tool/version'), 'tool 1\n');
    await add();
    expect((await inside('cat /opt/tool/version; readlink /opt/workshop; touch /opt/x')).output).toMatch(
      /^tool 1\n\/home\/learner\/\.local\/share\/workshop\n.*Read-only/,
    );
    rmSync(join(source, 'opt'), { recursive: true });
  });

  it('has read-only caches of this machine', async () => {
    const cache = join(place, 'cache');
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, 'artefact'), 'from the cache');
    await add({
      caches: [
        { from: cache, to: '/caches/maven' },
        { from: cache, to: '~/.m2/repository' },
      ],
    });
    const { output } = await inside(
      'cat /caches/maven/artefact ~/.m2/repository/artefact; touch ~/.m2/mine && echo mine',
    );
    expect(output).toBe('from the cachefrom the cachemine\n');
    expect((await inside('touch /caches/maven/x')).status).not.toBe(0);
  });

  it('that would show secrets of the server cannot be used', async () => {
    await add();
    const { file } = partsOf(folder, 'greetings');
    writeFileSync(file, JSON.stringify({ ...environment(), caches: [{ from: place, to: '/caches/x' }] }));
    expect(problems()).toEqual([['greetings', `would let learners read ${place}`]]);
  });

  it('loses devices, special bits and what belongs to the machine where it was made', async () => {
    const own = join(place, 'own');
    execFileSync('cp', ['-a', source, own]);
    writeFileSync(join(own, 'etc/resolv.conf'), 'nameserver 10.0.0.1\n');
    chmodSync(join(own, 'usr/bin/id'), 0o4755);
    mkdirSync(join(own, 'home/somebody'), { recursive: true });
    await add({ from: `folder:${own}` });
    const { root } = partsOf(folder, 'greetings');
    expect(existsSync(join(root, 'etc/resolv.conf'))).toBe(false);
    expect(existsSync(join(root, 'home/somebody'))).toBe(false);
    expect(statSync(join(root, 'usr/bin/id')).mode & 0o7777).toBe(0o755);
  });

  it('whose root hides its settings behind a link is refused', async () => {
    const own = join(place, 'linked');
    execFileSync('cp', ['-a', source, own]);
    rmSync(join(own, 'etc'), { recursive: true });
    const victim = join(place, 'victim');
    mkdirSync(victim);
    symlinkSync(victim, join(own, 'etc'));
    await expect(add({ from: `folder:${own}` })).rejects.toThrow('lies behind a link');
    expect(readdirSync(victim)).toEqual([]);
  });

  it('that was changed is found by a check, and may be accepted', async () => {
    await add();
    const greet = join(partsOf(folder, 'greetings').root, 'usr/bin/greet');
    writeFileSync(greet, readFileSync(greet, 'utf8').replace('1.2', '1.3'));
    expect((await checkEnvironment(folder, 'greetings')).problem).toContain('are not those that were added');
    expect((await checkEnvironment(folder, 'greetings', { isAccepted: true })).problem).toBeNull();
    expect((await checkEnvironment(folder, 'greetings')).problem).toBeNull();
  });

  // Shows security#lab-environments
  it('whose root was replaced is not used until it is checked', async () => {
    await add();
    mkdirSync(join(partsOf(folder, 'greetings').root, 'planted'));
    expect(problems()).toEqual([['greetings', 'has changed since it was checked']]);
    expect(registry().present(wanted('greetings'))).toMatchObject({ missing: true });
    expect((await checkEnvironment(folder, 'greetings')).problem).toContain('are not those that were added');
    rmSync(join(partsOf(folder, 'greetings').root, 'planted'), { recursive: true });
    expect((await checkEnvironment(folder, 'greetings')).problem).toBeNull();
    expect(problems()).toEqual([['greetings', null]]);
  });

  it('tells which versions are others than before', async () => {
    await add({ tools: { greet: 'greet' }, variables: { WHO: 'you' } });
    const { file } = partsOf(folder, 'greetings');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"you"', '"me"'));
    const { changed } = await checkEnvironment(folder, 'greetings');
    expect(changed).toEqual(['greet: greet 1.2 for you before, greet 1.2 for me now']);
  });

  it('with a broken file is listed with what is wrong', async () => {
    await add();
    writeFileSync(partsOf(folder, 'greetings').file, '{"title": 1}');
    expect(problems()[0]?.[1]).toMatch(
      /^has a file environment\.json that cannot be used: "title" must be string; "from" is missing$/,
    );
    expect((await checkEnvironment(folder, 'greetings')).nextStep).toContain('environment.json');
  });

  it('is chosen by its name or an image, and told by its title', async () => {
    await add({ images: ['jdk17-environment'] });
    const there = registry({ 'other-environment': 'greetings', gone: 'nothing-here' });
    const presented = { name: 'greetings', title: 'Greetings', missing: false };
    expect(there.present(wanted('greetings'))).toEqual(presented);
    expect(there.present(wanted(null, 'jdk17-environment:*'))).toEqual(presented);
    expect(there.present(wanted(null, 'x/other-environment:1'))).toEqual(presented);
    expect(there.present(wanted('nope'))).toEqual({ name: 'nope', title: 'nope', missing: true });
    expect(there.present(wanted(null, 'gone'))).toMatchObject({ name: 'nothing-here', missing: true });
    expect([wanted(null), wanted(null, 'unknown'), wanted('host')].map((one) => there.present(one))).toEqual([
      null,
      null,
      null,
    ]);
    expect(there.surroundings(wanted('nope'))).toBeNull();
    expect(there.surroundings(wanted(null))?.view).toBe(view);
  });

  it('can be replaced and removed while labs run in it, which keep their programs', async () => {
    await add({ variables: { WHO: 'you' } });
    const found = registry().surroundings(wanted('greetings'));
    const sandbox = await Sandbox.start({ view: found?.view ?? view, homeBytes: 16 * MEGABYTE });
    await add({ variables: { WHO: 'me' } });
    removeEnvironment(folder, 'greetings');
    expect(storedEnvironments(folder)).toEqual([]);
    const { output } = await sandbox.run({ script: 'greet', seconds: 5 });
    expect(output.toString('utf8')).toContain('greet 1.2 for you');
    expect(removeFormer(folder)).toBe(1);
    await sandbox.end();
    // The system lets go of its mounts a moment after its last process.
    await expect.poll(() => removeFormer(folder)).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that was never finished is removed after a day', async () => {
    await add();
    mkdirSync(join(folder, '.new-abc'));
    removeFormer(folder);
    expect(lstatSync(join(folder, '.new-abc')).isDirectory()).toBe(true);
    removeFormer(folder, Date.now() + 86_500_000);
    expect(readdirSync(folder)).toEqual(['greetings']);
  });
});
