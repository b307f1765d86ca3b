import { execFileSync, spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentRegistry, type LabSurroundings } from '@academy/lab-host/environments/environment-registry';
import { layerStore } from '@academy/lab-host/lab-files/layer-store';
import { clientSettings } from '@academy/lab-host/network/client-settings';
import { SANDBOX_HOME } from '@academy/lab-host/sandbox/bwrap-arguments';
import { hostView } from '@academy/lab-host/sandbox/host-view';
import { memoryGroups } from '@academy/lab-host/sandbox/memory-group';
import { WARM_PATH, WARM_UP } from '@academy/lab-host/sandbox/sandbox-agent';
import { sandboxOptionsIn } from '@academy/lab-host/sandbox/sandbox-options';
import { SandboxSession } from '@academy/lab-host/sandbox/sandbox-session';
import type { Figure } from './figure.ts';
import { median } from './statistics.ts';

const ROUNDS = 3;
const BUILD_SECONDS = 900;
const MEMORY_MEGABYTES = 2_048;
const BUILD = './mvnw -B -q clean test';
/** Where temporary files are kept in memory, as those of labs are. */
const IN_MEMORY = '/dev/shm';

/** What builds are measured with, of the machine. */
interface BuildPlace {
  /** A project with Maven's wrapper, packed. */
  tar: string;
  surroundings: LabSurroundings;
  /** What its builds have fetched; null: nothing yet. */
  warm: string | null;
}

/**
 * A build of Maven in a lab and the same outside: with what earlier builds have fetched, and from nothing.
 * `ACADEMY_LAB_ENVIRONMENTS` has an environment with Java, `ACADEMY_BENCH_LAB_CODE` is a folder with a project, and
 * `ACADEMY_BENCH_MAVEN` the address of a repository that this machine reaches.
 */
export async function measureLabBuilds(folder: string, { log }: { log(line: string): void }): Promise<Figure[]> {
  const place = placeOf(join(folder, 'code.tar'));
  if (typeof place === 'string') {
    log(`Builds in labs are left out: ${place}.`);
    return [];
  }
  const figures: Figure[] = [];
  if (place.warm === null) log('Builds with what earlier ones have fetched are left out: the environment has nothing.');
  else figures.push(...(await compared('a build with what earlier ones fetched', `${BUILD} -o`, place, folder, log)));
  const mirror = process.env.ACADEMY_BENCH_MAVEN ?? '';
  if (mirror === '') log('Builds from nothing are left out: ACADEMY_BENCH_MAVEN names no repository.');
  else figures.push(...(await compared('a build from nothing', BUILD, await fetching(place, mirror), folder, log)));
  return figures;
}

/** @returns why builds cannot be measured, as the rest of a sentence */
function placeOf(tar: string): BuildPlace | string {
  const environments = process.env.ACADEMY_LAB_ENVIRONMENTS ?? '';
  const code = process.env.ACADEMY_BENCH_LAB_CODE ?? '';
  if (environments === '') return 'ACADEMY_LAB_ENVIRONMENTS names no folder with an environment';
  if (!existsSync(join(code, 'mvnw'))) return 'ACADEMY_BENCH_LAB_CODE names no project with Maven’s wrapper';
  const registry = environmentRegistry({ folder: environments, images: {}, host: hostView(), secret: [] });
  const found = registry.all().find((one) => one.problem === null && one.environment?.tools.java !== undefined);
  const wanted = { environment: found?.name ?? '', image: null };
  const surroundings = found === undefined ? null : registry.surroundings(wanted);
  if (surroundings === null) return `no environment in ${environments} has Java`;
  mkdirSync(dirname(tar), { recursive: true });
  execFileSync('tar', ['-cf', tar, '--exclude', './target', '-C', code, '.']);
  return { tar, surroundings, warm: surroundings.view.mounts?.[WARM_PATH] ?? null };
}

/** The same place without what was fetched, but with the way to a repository. */
async function fetching({ tar, surroundings }: BuildPlace, mavenMirror: string): Promise<BuildPlace> {
  const { [WARM_PATH]: _warm, ...mounts } = surroundings.view.mounts ?? {};
  const { variables, files } = clientSettings({ hasProxy: true, mavenMirror });
  const view = {
    ...{ ...surroundings.view, mounts, texts: { ...surroundings.view.texts, ...files } },
    variables: { ...surroundings.view.variables, ...variables },
  };
  const { hostname, port, protocol } = new URL(mavenMirror);
  // An address that is not public is reached when it is listed itself.
  const names = [hostname, ...(await lookup(hostname, { all: true, family: 4 })).map(({ address }) => address)];
  const hosts = names.map((name) => `${name}:${port || (protocol === 'https:' ? 443 : 80)}`);
  return {
    tar,
    warm: null,
    surroundings: { ...surroundings, view, network: { hosts, maxMegabytes: 4_096, maxSeconds: 600 } },
  };
}

async function compared(
  subject: string,
  command: string,
  place: BuildPlace,
  folder: string,
  log: (line: string) => void,
): Promise<Figure[]> {
  log(`Building in a lab and outside of it: ${subject}`);
  const inside: number[] = [];
  const outside: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    outside.push(await buildOutside(command, place));
    inside.push(await buildInside(command, place, folder));
  }
  const of = { area: 'labs', subject } as const;
  return [
    { ...of, name: 'outside of labs', value: median(outside), unit: 'ms', target: null },
    {
      ...of,
      name: 'in a lab, against outside',
      value: median(inside) / median(outside),
      unit: 'x',
      target: { max: 1.1 },
    },
  ];
}

async function buildInside(command: string, { tar, surroundings }: BuildPlace, folder: string): Promise<number> {
  const groups = memoryGroups();
  const packs = [{ tar, folder: 'exercises', hash: 'code' }];
  const store = layerStore({ folder: join(folder, 'unpacked'), view: hostView(), onProblem: () => {} });
  const session = await SandboxSession.open({
    options: () => sandboxOptionsIn(surroundings, { groups, memoryMegabytes: MEMORY_MEGABYTES, onNetwork: () => {} }),
    ...{ beginning: [], kept: null, broken: () => {} },
    setup: { packs, scripts: [], variables: {}, layers: await store.layersOf({ files: [], packs }) },
  });
  try {
    const began = performance.now();
    const { exitCode, output } = await session.test(`cd exercises && ${command}`, [], BUILD_SECONDS);
    if (exitCode !== 0) throw new Error(`a build in a lab failed: ${output.slice(-2_000)}`);
    return performance.now() - began;
  } finally {
    await session.end();
  }
}

/** With the programs of the environment, and the settings and priority of its labs. */
async function buildOutside(command: string, { tar, surroundings: { view }, warm }: BuildPlace): Promise<number> {
  const home = mkdtempSync(join(IN_MEMORY, 'academy-build-'));
  try {
    mkdirSync(join(home, 'exercises'));
    execFileSync('tar', ['-xf', tar, '-C', join(home, 'exercises'), '--no-same-owner']);
    const here = WARM_UP.replaceAll(WARM_PATH, warm ?? '/nowhere').replaceAll(SANDBOX_HOME, home);
    execFileSync('bash', ['-c', `shopt -u dotglob; ${here}`], { cwd: home });
    const settings = view.texts?.[`${SANDBOX_HOME}/.m2/settings.xml`]?.replace(/<proxies>.*<\/proxies>/s, '');
    mkdirSync(join(home, '.m2'), { recursive: true });
    if (settings !== undefined) writeFileSync(join(home, '.m2/settings.xml'), settings);
    const began = performance.now();
    await ran(`nice -n 19 ${command}`, join(home, 'exercises'), {
      ...{ ...view.variables, HTTP_PROXY: '', HTTPS_PROXY: '', http_proxy: '', https_proxy: '' },
      // Java does not read the variable.
      ...{ HOME: home, JAVA_TOOL_OPTIONS: `-Duser.home=${home}`, PATH: process.env.PATH ?? '' },
      JAVA_HOME: onMachine(view.variables?.JAVA_HOME ?? '', view.mounts ?? {}),
    });
    return performance.now() - began;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Where a path of the sandbox lies on this machine. */
function onMachine(path: string, mounts: Readonly<Record<string, string>>): string {
  const top = `/${path.split('/')[1] ?? ''}`;
  return mounts[top] === undefined ? path : mounts[top] + path.slice(top.length);
}

function ran(command: string, cwd: string, env: Record<string, string>): Promise<void> {
  const child = spawn('bash', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (words) => (said = (said + words).slice(-2_000)));
  return new Promise((done, refuse) => {
    child.once('error', refuse);
    child.once('close', (code) => (code === 0 ? done() : refuse(new Error(`a build outside failed: ${said}`))));
  });
}
