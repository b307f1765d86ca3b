import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askHost } from '@academy/labs/lab-hosts/host-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasSandboxes } from '../testing/sandboxes-here.ts';
import { type OwnHostRecord, type OwnHostTerms, OwnLabHosts } from './own-lab-hosts.ts';

/** As the server tells processes apart, as far as a test needs it. */
function identityOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

describe.skipIf(!hasSandboxes)('the lab host of a server', () => {
  let dataFolder = '';
  const open: OwnLabHosts[] = [];
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'academy-own-hosts-'));
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
    await expect.poll(records).toEqual([]);
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const folder = () => join(dataFolder, 'lab-hosts');
  const records = (): OwnHostRecord[] =>
    readdirSync(folder())
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(folder(), name), 'utf8')) as OwnHostRecord);

  /** A server with this data folder. */
  async function aServer(more: Partial<OwnHostTerms> = {}): Promise<OwnLabHosts> {
    const terms: OwnHostTerms = {
      ...{ dataFolder, version: '1.0.0', hasPages: true, logFile: join(dataFolder, 'lab-host.log') },
      ...{ sessions: 2, minutes: 4, memoryMegabytes: 128 },
      environments: { folder: join(dataFolder, 'lab-environments'), images: {} },
      ...more,
    };
    const server = new OwnLabHosts(terms, identityOf);
    open.push(server);
    await server.ensure(() => {});
    return server;
  }
  const placesOf = (server: OwnLabHosts) =>
    server.places((error) => {
      throw error;
    });

  it('is found by the next server, and by several at once', async () => {
    const [one, two] = await Promise.all([aServer(), aServer()]);
    const [record, ...others] = records();
    expect(others).toEqual([]);
    expect(placesOf(one)).toEqual(placesOf(two));
    const [place] = placesOf(one);
    expect(place).toMatchObject({ address: record?.address });
    const reply = await askHost({ name: 'own', address: '', secret: '', ...place }, 'any', 'health', {});
    expect(reply?.answer).toMatchObject({ hostId: record?.hostId, running: 0, maximum: 2, isDraining: false });
  });

  // Shows security#secrets
  it('gets no secrets of the server, and hides its own', async () => {
    process.env.ACADEMY_KEY_SECRET = 'a-secret-of-the-server';
    await aServer();
    delete process.env.ACADEMY_KEY_SECRET;
    const [record] = records();
    expect(readFileSync(`/proc/${record?.process}/environ`, 'utf8')).not.toContain('ACADEMY_');
    expect(statSync(join(folder(), `${record?.hostId}.json`)).mode & 0o077).toBe(0);
  });

  it('of an earlier edition ends when it has no labs', async () => {
    const before = await aServer();
    const [old] = records();
    const after = await aServer({ version: '2.0.0' });
    expect(placesOf(after)).toHaveLength(2);
    await expect.poll(() => records().map(({ hostId }) => hostId), { timeout: 20_000 }).not.toContain(old?.hostId);
    expect(placesOf(after)).toHaveLength(1);
    expect(before).toBeDefined();
  });

  it('that was killed has ended, and another one starts', async () => {
    const server = await aServer();
    const [killed] = records();
    process.kill(killed?.process ?? 0, 'SIGKILL');
    await expect
      .poll(() => placesOf(server), { interval: 20 })
      .toContainEqual(expect.objectContaining({ ended: killed?.hostId }));
    await expect
      .poll(() => placesOf(server).flatMap(({ ended }) => (ended === undefined ? [1] : [])), { timeout: 20_000 })
      .toEqual([1]);
    expect(records().map(({ hostId }) => hostId)).not.toContain(killed?.hostId);
  });

  it('whose id another process has since a restart of the machine is started anew', async () => {
    const server = await aServer();
    const [before] = records();
    process.kill(before?.process ?? 0, 'SIGKILL');
    const path = join(folder(), `${before?.hostId}.json`);
    writeFileSync(path, JSON.stringify({ ...before, process: process.pid }));
    // The lock of a server that was killed while it started one.
    writeFileSync(join(folder(), 'starting'), `${process.pid} of-an-earlier-process`);
    await server.ensure(() => {});
    expect(placesOf(server)).toContainEqual(expect.objectContaining({ ended: before?.hostId }));
    expect(records().map(({ hostId }) => hostId)).not.toContain(before?.hostId);
    expect(records()).toHaveLength(1);
  });
});
