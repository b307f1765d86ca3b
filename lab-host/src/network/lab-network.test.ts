import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sandbox } from '../sandbox/sandbox.ts';
import { hasSandboxes, view } from '../testing/sandboxes-here.ts';
import { clientSettings } from './client-settings.ts';
import { openNetwork } from './lab-network.ts';
import type { ProxyCounts, ProxyEntry } from './lab-proxy.ts';

const MEGABYTE = 1024 * 1024;

describe.skipIf(!hasSandboxes)('a lab with permission for one host', () => {
  let host: Server;
  /** The permitted port, and one of a server beside it. */
  let port = 0;
  let other: Server;
  let otherPort = 0;
  let sandbox: Sandbox;
  const entries: ProxyEntry[] = [];
  const ended: Readonly<ProxyCounts>[] = [];

  const start = (hosts: readonly string[]) =>
    Sandbox.start({
      view: { ...view, ...{ variables: clientSettings({ hasProxy: true, mavenMirror: null }).variables } },
      homeBytes: 16 * MEGABYTE,
      openNetwork: (bubblewrap) =>
        openNetwork({ hosts, maxMegabytes: 10, maxSeconds: 20 }, bubblewrap, {
          onEntry: (entry) => void entries.push(entry),
          onEnd: (counts) => void ended.push(counts),
        }),
    });

  beforeAll(async () => {
    host = createServer((asked, reply) => {
      if (asked.url === '/moved') reply.writeHead(302, { location: `http://127.0.0.1:${otherPort}/secret` }).end();
      else reply.end(`you asked for ${asked.url}`);
    }).listen(0, '0.0.0.0');
    other = createServer((_asked, reply) => reply.end('secret of the server')).listen(0, '0.0.0.0');
    await Promise.all([once(host, 'listening'), once(other, 'listening')]);
    port = (host.address() as AddressInfo).port;
    otherPort = (other.address() as AddressInfo).port;
    sandbox = await start([`127.0.0.1:${port}`]);
  });
  afterAll(async () => {
    await sandbox?.end();
    host?.close();
    other?.close();
  });

  const shell = async (script: string, inside = sandbox) => {
    const { status, output } = await inside.run({ script, seconds: 20 });
    return { status, output: output.toString('utf8') };
  };
  /** What curl says, with the proxy as the variables of the lab name it; of loopback, too. */
  const curl = (words: string) => shell(`curl -sS --max-time 8 --noproxy '' ${words}`);

  it('reaches it through the proxy that its variables name', async () => {
    expect((await curl(`http://127.0.0.1:${port}/file`)).output).toBe('you asked for /file');
    expect((await curl(`--proxytunnel http://127.0.0.1:${port}/tunnel`)).output).toBe('you asked for /tunnel');
    expect(entries.at(-1)).toMatchObject({ host: '127.0.0.1', port, refusal: null });
  });

  // Shows security#lab-network
  it('reaches no other port, host, or address of the server', async () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));
    for (const address of ['127.0.0.1', 'localhost', ...own.filter((one) => !one.includes(':'))]) {
      expect((await curl(`http://${address}:${otherPort}/`)).output).not.toContain('secret of the server');
      expect((await curl(`--proxytunnel http://${address}:${otherPort}/`)).status).not.toBe(0);
      expect((await shell(`exec 3<>/dev/tcp/${address}/${otherPort}`)).status).not.toBe(0);
    }
    expect((await curl(`http://[::1]:${otherPort}/`)).output).not.toContain('secret of the server');
  });

  it('reaches no metadata of a cloud', async () => {
    expect((await curl('-o /dev/null -w "%{http_code}" http://169.254.169.254/latest/meta-data/')).output).toBe('403');
    expect(entries.at(-1)).toMatchObject({ host: '169.254.169.254', refusal: 'not-listed' });
    expect((await shell('exec 3<>/dev/tcp/169.254.169.254/80')).status).not.toBe(0);
  });

  it('follows no redirect to what it may not reach', async () => {
    const { output } = await curl(`-L http://127.0.0.1:${port}/moved`);
    expect(output).not.toContain('secret of the server');
    expect(output).toContain('may not reach');
  });

  // Shows security#lab-network
  it('resolves no names, and has no other network than its loopback', async () => {
    expect((await shell('cut -d: -f1 /proc/net/dev | tail -n +3')).output.trim()).toBe('lo');
    const question = `perl -e 'use Socket; my $s; socket($s, AF_INET, SOCK_DGRAM, 0) or exit 1;
      send($s, "x", 0, pack_sockaddr_in(53, inet_aton("1.1.1.1"))) or exit 2'`;
    expect((await shell(question)).status).toBe(2);
    expect((await shell('getent hosts example.org')).status).not.toBe(0);
    const raw = `perl -e 'use Socket; socket(my $s, AF_INET, SOCK_RAW, 1) or exit 3'`;
    expect((await shell(raw)).status).toBe(3);
  });

  it('cannot take the place of the proxy, nor use that of another lab', async () => {
    const neighbour = await start([`127.0.0.1:${otherPort}`]);
    const through = await shell(`curl -sS --noproxy '' http://127.0.0.1:${otherPort}/`, neighbour);
    expect(through.output).toBe('secret of the server');
    expect((await curl(`http://127.0.0.1:${otherPort}/`)).output).toContain('may not reach');
    const listen = `perl -e 'use Socket; socket(my $s, AF_INET, SOCK_STREAM, 0); bind($s, pack_sockaddr_in(3128, INADDR_LOOPBACK)) or exit 4'`;
    expect((await shell(listen)).status).toBe(4);
    await neighbour.end();
  });

  it('leaves counts when it ends, and no connection', async () => {
    const short = await start([`127.0.0.1:${port}`]);
    await shell(`curl -sS --noproxy '' http://127.0.0.1:${port}/a`, short);
    await shell(`curl -sS --noproxy '' http://127.0.0.1:${otherPort}/a`, short);
    const before = ended.length;
    await short.end();
    await expect.poll(() => ended.length).toBe(before + 1);
    expect(ended.at(-1)).toMatchObject({ connections: 2, refused: 1, bytesDown: 'you asked for /a'.length });
  });

  it('does not start where its network cannot be opened', async () => {
    const options = { view, homeBytes: MEGABYTE, openNetwork: () => Promise.reject(new Error('it is not permitted')) };
    await expect(Sandbox.start(options)).rejects.toThrow('its network could not be opened: it is not permitted');
  });
});
