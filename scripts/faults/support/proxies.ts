import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { ROOT } from '@academy/bench/root';
import { type Client, clientOf, isFine } from './client.ts';
import { findProgram, freePort } from './programs.ts';
import { type StartedProgram, startProgram } from './started.ts';

/** `helm`: what the chart makes of a cluster, an ingress and a service that follows its readiness probe. */
export type ProxyKind = 'haproxy' | 'nginx' | 'helm';

const START_TIMEOUT_MS = 20_000;

/** Programs that the proxies need. */
export const PROXY_PROGRAMS: Readonly<Record<ProxyKind, readonly string[]>> = {
  haproxy: ['haproxy', 'openssl'],
  nginx: ['nginx', 'openssl'],
  helm: ['haproxy', 'openssl'],
};

/** Addresses in the examples of `deploy/`, and what stands in their place here. */
interface Places {
  port: number;
  plainPort: number;
  servers: readonly [number, number];
  certificate: string;
  key: string;
  /** Certificate and key in one file. */
  both: string;
}

/**
 * Starts HAProxy or nginx with the example of `deploy/`, or HAProxy in the place of a cluster, in front of two servers of
 * this machine. This process trusts its certificate from then on.
 *
 * @throws Error when it serves nothing after twenty seconds
 */
export async function startProxy(
  kind: ProxyKind,
  folder: string,
  port: number,
  servers: readonly [number, number],
): Promise<StartedProgram> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const places = { port, plainPort: await freePort(), servers, ...makeCertificate(folder) };
  const output = join(folder, `${kind}.log`);
  const args = kind === 'nginx' ? nginxArguments(folder, places) : haproxyArguments(kind, folder, places);
  const [program = kind] = PROXY_PROGRAMS[kind];
  const proxy = startProgram(findProgram(program) ?? program, args, { output });
  const client = clientOf(port, { secure: true });
  try {
    if (!(await becomesReady(client, proxy)))
      throw new Error(`${kind} does not serve: ${readFileSync(output, 'utf8').slice(-1_000)}`);
    return proxy;
  } catch (error) {
    await proxy.stop();
    throw error;
  } finally {
    client.close();
  }
}

async function becomesReady(client: Client, proxy: StartedProgram): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && proxy.isRunning()) {
    if (isFine(await client.page('kube', '/health/ready'))) return true;
    await delay(50);
  }
  return false;
}

/** The example of HAProxy with other addresses and fewer open files than production allows; the rest stays as it is. */
export function haproxyConfig(example: string, { port, plainPort, servers, both }: Places): string {
  return example
    .replace(/bind \S*:80\b/, `bind 127.0.0.1:${plainPort}`)
    .replace(/bind \S*:443\b/, `bind 127.0.0.1:${port}`)
    .replace(/\bmaxconn \d+/, 'maxconn 2000')
    .replace(/\bcrt \S+/, `crt ${both}`)
    .replaceAll('10.0.0.11:3000', `127.0.0.1:${servers[0]}`)
    .replaceAll('10.0.0.12:3000', `127.0.0.1:${servers[1]}`);
}

/** The example of nginx with other addresses; everything else stays as it is. */
export function nginxConfig(example: string, { port, plainPort, servers, certificate, key }: Places): string {
  return (
    example
      .replace(/listen (?:\S+:)?80\b/, `listen 127.0.0.1:${plainPort}`)
      .replace(/listen (?:\S+:)?443\b/, `listen 127.0.0.1:${port}`)
      // On its usual port nginx need not pass the port on; here it is part of every address.
      .replace(/proxy_set_header Host \S+;/, 'proxy_set_header Host $http_host;')
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`)
      .replaceAll('10.0.0.11:3000', `127.0.0.1:${servers[0]}`)
      .replaceAll('10.0.0.12:3000', `127.0.0.1:${servers[1]}`)
  );
}

function haproxyArguments(kind: ProxyKind, folder: string, places: Places): string[] {
  const file = join(folder, 'haproxy.cfg');
  const read = (example: string) => readFileSync(join(ROOT, 'deploy', example), 'utf8');
  const config =
    kind === 'helm'
      ? clusterConfig(read('helm/academy/templates/deployment.yaml'), places)
      : haproxyConfig(read('haproxy/haproxy.cfg'), places);
  writeFileSync(file, config);
  return ['-db', '-f', file];
}

/**
 * An ingress without retries of refusals, in front of a service: it leads to the pods whose readiness probe succeeds, in
 * turn.
 *
 * @param deployment the template of the chart
 * @throws Error when it has no readiness probe of the usual form
 */
export function clusterConfig(deployment: string, { port, servers, both }: Places): string {
  const [, probe = ''] = /readinessProbe:\n((?: {12}.*\n)+)/.exec(deployment) ?? [];
  const [path, period, timeout, fall] = [
    /path: ([^,\s]+)/,
    /periodSeconds: (\d+)/,
    /timeoutSeconds: (\d+)/,
    /failureThreshold: (\d+)/,
  ].map((part) => part.exec(probe)?.[1]);
  if ([path, period, timeout, fall].includes(undefined)) throw new Error(`the chart has no readiness probe: ${probe}`);
  return [
    'global\n  maxconn 2000',
    `defaults\n  mode http\n  timeout connect 2s\n  timeout client 75s\n  timeout server 60s\n  timeout check ${timeout}s`,
    '  option http-server-close\n  option redispatch\n  retries 2',
    `frontend ingress\n  bind 127.0.0.1:${port} ssl crt ${both}`,
    '  http-request set-header X-Forwarded-Proto https\n  http-request set-header X-Forwarded-For %[src]',
    '  default_backend service',
    `backend service\n  balance roundrobin\n  option httpchk GET ${path}\n  http-check expect status 200`,
    `  default-server check inter ${period}s fall ${fall} rise 1`,
    ...servers.map((server) => `  server pod${server} 127.0.0.1:${server}`),
    '',
  ].join('\n');
}

function nginxArguments(folder: string, places: Places): string[] {
  const site = join(folder, 'academy.conf');
  writeFileSync(site, nginxConfig(readFileSync(join(ROOT, 'deploy/nginx/academy.conf'), 'utf8'), places));
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(folder, `${name}-temp`)};`,
  );
  writeFileSync(
    file,
    [
      // Started by root its workers could not write into this folder.
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      'daemon off;',
      'worker_processes 1;',
      `pid ${join(folder, 'nginx.pid')};`,
      `error_log ${join(folder, 'error.log')} warn;`,
      'events { worker_connections 2048; }',
      'http {',
      '  access_log off;',
      ...temporary,
      `  include ${site};`,
      '}',
      '',
    ].join('\n'),
  );
  return ['-e', join(folder, 'error.log'), '-p', folder, '-c', file];
}

/** A certificate for `localhost` and all names below, valid for two days, which this process trusts. */
function makeCertificate(folder: string): Pick<Places, 'certificate' | 'key' | 'both'> {
  const [certificate, key, both] = [join(folder, 'tls.crt'), join(folder, 'tls.key'), join(folder, 'tls.pem')];
  execFileSync(
    findProgram('openssl') ?? 'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-keyout', key, '-out', certificate, '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost,DNS:*.localhost,IP:127.0.0.1'],
    ],
    { stdio: 'ignore' },
  );
  const pem = readFileSync(certificate, 'utf8');
  writeFileSync(both, pem + readFileSync(key, 'utf8'), { mode: 0o600 });
  setDefaultCACertificates([...getCACertificates('default'), pem]);
  return { certificate, key, both };
}
