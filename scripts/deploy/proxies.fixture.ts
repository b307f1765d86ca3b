import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '@academy/bench/root';
import { findProgram, freePort } from '../faults/support/programs.ts';
import { end, untilReady } from './machine.fixture.ts';

export type ProxyKind = 'nginx' | 'haproxy';
const EXAMPLES: Record<ProxyKind, string> = {
  nginx: 'deploy/nginx/academy.conf',
  haproxy: 'deploy/haproxy/haproxy.cfg',
};

export interface RunningProxy {
  /** Port of TLS. */
  port: number;
  /** Port that leads to TLS. */
  plainPort: number;
  /** Its certificate, which signs itself. */
  certificate: string;
  close(): Promise<void>;
}

/** Replaces exactly one place of an example, so that what operators copy is what is tested. */
function replaced(text: string, wanted: string, by: string, places = 1): string {
  const found = text.split(wanted).length - 1;
  if (found !== places) throw new Error(`"${wanted}" is ${found} times in the example, not ${places} times`);
  return text.replaceAll(wanted, by);
}

/**
 * Starts the proxy of this machine with the example of this repository; only addresses, ports and certificates differ.
 *
 * @param labHosts ports of lab hosts with the numbers 1 and 2
 */
export async function startProxy(
  kind: ProxyKind,
  [one, two]: readonly [number, number],
  labHosts: readonly [number, number] = [1, 1],
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `academy-${kind}-`));
  const [port, plainPort] = [await freePort(), await freePort()];
  const [key, certificate, both] = ['privkey.pem', 'fullchain.pem', 'academy.pem'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const subject = ['-subj', '/CN=example.org', '-addext', 'subjectAltName=DNS:*.example.org'];
  const keyType = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...keyType, '-days', '2', ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'pipe',
  });
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));

  const program = findProgram(kind) ?? kind;
  const file = join(folder, 'proxy.conf');
  let text = readFileSync(join(ROOT, EXAMPLES[kind]), 'utf8');
  // Once for readers and once for what else is asked of them.
  text = replaced(text, '10.0.0.11:3000', `127.0.0.1:${one}`, 2);
  text = replaced(text, '10.0.0.12:3000', `127.0.0.1:${two}`, 2);
  const toLabHosts = (example: string) =>
    labHosts.reduce(
      (changed, labPort, at) => replaced(changed, `10.0.0.2${at + 1}:4000`, `127.0.0.1:${labPort}`),
      example,
    );
  text = toLabHosts(text);
  let args: string[];
  if (kind === 'nginx') {
    let labs = toLabHosts(readFileSync(join(ROOT, 'deploy/nginx/lab-pages.conf'), 'utf8'));
    labs = replaced(labs, 'listen 443 ssl', `listen 127.0.0.1:${port} ssl`);
    labs = replaced(labs, '/etc/academy/tls/labs-fullchain.pem', certificate);
    labs = replaced(labs, '/etc/academy/tls/labs-privkey.pem', key);
    text = replaced(text, 'listen 80;', `listen 127.0.0.1:${plainPort};`);
    text = replaced(text, 'listen 443 ssl', `listen 127.0.0.1:${port} ssl`);
    text = replaced(text, '/etc/academy/tls/fullchain.pem', certificate);
    text = replaced(text, '/etc/academy/tls/privkey.pem', key);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const log = `access_log ${join(folder, 'access.log')}; error_log ${join(folder, 'error.log')};`;
    writeFileSync(
      file,
      `${user} pid ${join(folder, 'pid')}; daemon off; error_log ${join(folder, 'error.log')};\n` +
        `events {}\nhttp {\n${log} ${paths.join(' ')}\n${text}${labs}}\n`,
    );
    args = ['-c', file, '-p', folder];
  } else {
    text = replaced(text, 'bind :80', `bind 127.0.0.1:${plainPort}`);
    text = replaced(text, 'bind :443', `bind 127.0.0.1:${port}`);
    text = replaced(text, '/etc/academy/tls/academy.pem', both);
    writeFileSync(file, text);
    args = ['-db', '-f', file];
  }
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  await untilReady(child, async () => {
    await fetch(`http://127.0.0.1:${plainPort}/`, { redirect: 'manual' });
    return true;
  });
  return {
    port,
    plainPort,
    certificate: readFileSync(certificate, 'utf8'),
    async close() {
      await end(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
