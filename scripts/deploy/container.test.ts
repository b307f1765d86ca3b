import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { ROOT } from '@academy/bench/root';
import { startEmbeddedPostgres } from '@academy/server/db/embedded-postgres';
import { proxyTo } from '@academy/server/testing/tcp-proxy.fixture';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../faults/support/programs.ts';
import { missingPrograms } from './machine.fixture.ts';

const file = readFileSync(join(ROOT, 'deploy/container/Containerfile'), 'utf8');
/** Instructions of the stage that becomes the image, each on one line. */
const last = (file.split(/^FROM /m).at(-1) ?? '')
  .replace(/^ *#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n');
const instruction = (name: string) => last.filter((line) => line.startsWith(`${name} `));

describe('the file of the image', () => {
  test('names a user by number, who is not root', () => {
    expect(instruction('USER')).toEqual(['USER 10001:10001']);
    // Nothing is written to the image as that user: what it runs belongs to root.
    expect(last.findIndex((line) => line.startsWith('USER'))).toBeGreaterThan(
      last.findLastIndex((line) => /^(?:COPY|ADD|RUN)/.test(line)),
    );
  });

  test('starts one process that gets the signals', () => {
    expect(instruction('ENTRYPOINT')).toEqual(['ENTRYPOINT ["/opt/academy/academy"]']);
    expect(instruction('CMD')).toEqual(['CMD ["start"]']);
    expect(readFileSync(join(ROOT, 'academy'), 'utf8').trimEnd()).toMatch(/\nexec "\$node" .*"\$@"$/);
  });

  test('has a check of its health', () => {
    expect(instruction('HEALTHCHECK').join()).toMatch(/ CMD \["node", .*\/health\/live/);
  });

  test('holds no secret and no setting of the machine that builds it', () => {
    const assigned = [...file.matchAll(/^(?:ARG|ENV) +(.*)$/gm)].map(([, line = '']) => line);
    expect(assigned.filter((line) => /SECRET|TOKEN|PASSWORD|DATABASE_URL/i.test(line))).toEqual([]);
    expect(file).not.toMatch(/^(?:COPY|ADD) .*npmrc (?!\.\/)/m);
    expect(file.match(/npm ci/g)).toHaveLength(2);
    expect(file.match(/--mount=type=secret,id=npmrc/g)).toHaveLength(2);
  });

  test('installs packages before it copies sources, so that a change of sources installs nothing', () => {
    for (const stage of file.split(/^FROM /m).filter((one) => one.includes('npm ci'))) {
      const before = stage.slice(0, stage.indexOf('npm ci'));
      expect(before.match(/^COPY (?!\S*package\S*\.json|\.npmrc).*/gm)).toBeNull();
    }
    const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { workspaces: string[] };
    for (const name of folders.map((entry) => entry.name).filter((one) => workspaces.includes(one)))
      expect(file, name).toContain(`COPY ${name}/package.json ${name}/`);
  });

  test('gets nothing into the build that is not listed', () => {
    const listed = readFileSync(join(ROOT, 'deploy/container/Containerfile.dockerignore'), 'utf8').split('\n');
    expect(listed.filter((line) => !line.startsWith('#'))[0]).toBe('*');
  });
});

describe('the file of the image of lab hosts', () => {
  const lines = readFileSync(join(ROOT, 'deploy/container/lab-host.Containerfile'), 'utf8').split('\n');

  test('adds bubblewrap to the image of the academy, and runs as its user', () => {
    expect(
      lines
        .join('\n')
        .match(/^FROM .*$/gm)
        ?.join(),
    ).toMatch(/^FROM \$\{ACADEMY\}$/);
    expect(lines.join('\n')).toMatch(/apt-get install .*\bbubblewrap\b/);
    expect(lines.findLast((line) => line.startsWith('USER '))).toBe('USER 10001:10001');
    // It is built without the files of this repository.
    expect(lines.filter((line) => /^(?:COPY|ADD) /.test(line))).toEqual([]);
  });

  test('starts a lab host, at the port where the image looks for its health', () => {
    expect(lines).toContain('CMD ["lab-host", "start"]');
    const [, port] = /ACADEMY_LAB_HOST_LISTEN=0\.0\.0\.0:(\d+)/.exec(lines.join('\n')) ?? [];
    expect(lines.join('\n')).toContain(`PORT=${port}\n`);
    expect(instruction('HEALTHCHECK').join()).toContain('process.env.PORT');
  });
});

const run = promisify(execFile);
const buildah = async (...args: string[]) =>
  (await run('buildah', args, { env: { ...process.env, BUILDAH_ISOLATION: 'chroot' } })).stdout.trim();
const missing = missingPrograms(['buildah', 'mmdebstrap', 'bwrap']);

/** Layers are removed slowly on a busy machine, ms. */
const CLEANING_MS = 300_000;

// Builds for minutes: in the long run only.
describe.skipIf(process.env.ACADEMY_TEST_ALL !== '1')('the image', () => {
  test('is built, runs read-only without privileges, and stops at a signal', { timeout: 900_000 }, async (context) => {
    if (missing !== null) return context.skip(missing);
    const tag = `localhost/academy:test-${process.pid}`;
    await run(join(ROOT, 'deploy/container/build.sh'), ['--base', 'mmdebstrap', '--tag', tag], {
      maxBuffer: 64 * 1024 * 1024,
    });
    onTestFinished(async () => void (await buildah('rmi', '--force', tag)), CLEANING_MS);
    const container = await buildah('from', tag);
    onTestFinished(async () => void (await buildah('rm', container)), CLEANING_MS);
    const root = await buildah('mount', container);

    const image = JSON.parse(await buildah('inspect', '--type', 'image', tag)).Docker.config;
    expect(image.Labels).toMatchObject({ 'org.opencontainers.image.version': '0.1.0' });
    expect(execFileSync('find', [root, '-xdev', '-name', '.npmrc'], { encoding: 'utf8' })).toBe('');
    expect(readdirSync(join(root, 'opt/academy/node_modules'))).not.toContain('vitest');

    const data = mkdtempSync(join(tmpdir(), 'academy-image-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const postgres = await startEmbeddedPostgres({ dataFolder: join(data, 'database'), durable: false });
    onTestFinished(() => postgres.stop(), CLEANING_MS);
    const database = await proxyTo(postgres.connectionString);
    onTestFinished(() => database.close());
    const folder = mkdtempSync(join(tmpdir(), 'academy-image-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [user] = String(image.User).split(':').map(Number);
    chownSync(folder, user ?? 0, user ?? 0);
    const port = await freePort();
    const environment = {
      ...Object.fromEntries((image.Env as string[]).map((one) => one.split(/=(.*)/s).slice(0, 2))),
      PORT: String(port),
      ACADEMY_IDENTITY: 'embedded',
      ACADEMY_ISSUER: 'https://login.example.org/idp/',
      ACADEMY_TENANT_ORIGINS: ['spring', 'kube', 'tanzu'].map((one) => `${one}=https://${one}.example.org`).join(','),
      ACADEMY_SMTP_URL: 'smtp://127.0.0.1:9',
      ACADEMY_MAIL_FROM: 'academy@example.org',
      ACADEMY_KEY_SECRET: 'a secret of this test that is long enough',
      DATABASE_URL: database.connectionString,
    };
    /** As a container runtime does it: process 1 of its own namespace, the user of the image, no capabilities. */
    const inContainer = (command: readonly string[]) =>
      spawn(
        'bwrap',
        [
          ...['--ro-bind', root, '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--bind', folder, '/data'],
          ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--as-pid-1', '--info-fd', '3', '--clearenv'],
          ...['--chdir', image.WorkingDir],
          ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, String(value)]),
          ...['setpriv', '--reuid', `${user}`, '--regid', `${user}`, '--clear-groups', '--bounding-set=-all'],
          ...command,
        ],
        { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
      );

    // As the chart does it before servers start.
    const migrations = inContainer([...image.Entrypoint, 'db', 'migrate']);
    const [said, [code]] = await Promise.all([text(migrations.stdout as never), once(migrations, 'exit')]);
    expect(code).toBe(0);
    expect(said).toMatch(/^Brought up to date: 0000_start, /);

    const server = inContainer([...image.Entrypoint, ...image.Cmd]);
    const output = Promise.all([text(server.stdout as never), text(server.stderr as never)]);
    const ended = once(server, 'exit');
    onTestFinished(() => void server.kill('SIGKILL'));
    const { 'child-pid': pid } = JSON.parse(await text(server.stdio[3] as never)) as { 'child-pid': number };
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200), {
      timeout: 60_000,
      interval: 200,
    });
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    expect(status).toMatch(/^NSpid:\s+\d+\s+1$/m);
    expect(status).toMatch(new RegExp(`^Uid:\\s+${user}\\s`, 'm'));
    expect(status).toMatch(/^CapEff:\s+0+$/m);

    const [, ...check] = image.Healthcheck.Test as string[];
    expect(await once(inContainer(check), 'exit')).toEqual([0, null]);
    process.kill(pid, 'SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect((await output).join('')).toContain('Stopped.');
    expect(await once(inContainer(check), 'exit')).toEqual([1, null]);
  });
});
