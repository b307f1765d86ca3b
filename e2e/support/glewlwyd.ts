import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import type { Person } from './academy.ts';
import { unpackDebian } from './debian-packages.ts';
import { freePort } from './free-port.ts';
import { ROOT } from './process.ts';

/** Unpacked once and used by every later run. */
const CACHE = join(ROOT, 'node_modules/.cache/academy-glewlwyd');
const PACKAGE = join(CACHE, 'root');
const LIBRARIES = [
  join(PACKAGE, 'usr/lib/x86_64-linux-gnu'),
  join(PACKAGE, 'usr/lib/aarch64-linux-gnu'),
  join(PACKAGE, 'usr/lib'),
];
const DOCS = join(PACKAGE, 'usr/share/doc/glewlwyd');
/** The administrator of its default database schema; the server listens on this machine only, for one test. */
const ADMIN = { username: 'admin', password: 'password' };
const START_MS = 20_000;
const SCOPES = ['openid', 'profile', 'email'];

/** @returns null when glewlwyd can run here, otherwise the reason */
export function glewlwydMissing(): string | null {
  if (process.platform !== 'linux') return 'glewlwyd is taken from Debian packages, and this is no Linux';
  const missing = unpackDebian(['glewlwyd'], CACHE);
  if (missing !== null) return missing;
  const modules = ['plugin/libprotocol_oidc.so', 'user/libusermoddatabase.so', 'client/libclientmoddatabase.so'];
  const files = [join(PACKAGE, 'usr/bin/glewlwyd'), ...modules.map((one) => join(PACKAGE, 'usr/lib/glewlwyd', one))];
  const lacking = files.flatMap((file) =>
    existsSync(file)
      ? (execFileSync('ldd', [file], { encoding: 'utf8', env: environment() }).match(/\S+(?= => not found)/g) ?? [])
      : [file],
  );
  return lacking.length === 0 ? null : `glewlwyd lacks ${[...new Set(lacking)].join(', ')}`;
}

export interface GlewlwydClient {
  clientId: string;
  /** Origins that sign-in may return to. */
  origins: readonly string[];
  /** Further addresses that sign-in may return to. */
  redirectUris?: readonly string[];
  /** Addresses that log-out may return to. */
  postLogoutRedirectUris?: readonly string[];
}

/** glewlwyd on a free port with its own empty database: an independent OpenID Connect server. */
export class Glewlwyd {
  readonly folder = mkdtempSync(join(tmpdir(), 'academy-glewlwyd-'));
  port = 0;
  #child: ChildProcess | null = null;
  #output = '';
  #cookie = '';

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  /** The issuer in its tokens: without a slash at its end. */
  get issuer(): string {
    return `${this.origin}/api/oidc`;
  }

  async start(): Promise<void> {
    this.port = this.port === 0 ? await freePort() : this.port;
    const config = join(this.folder, 'glewlwyd.conf');
    if (!existsSync(config)) this.#write(config);
    const child = spawn(join(PACKAGE, 'usr/bin/glewlwyd'), ['-c', config, '-l', 'WARNING'], {
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        this.#output += chunk;
      });
    const deadline = Date.now() + START_MS;
    while (!(await this.#answers())) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`glewlwyd did not start:\n${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await this.#logIn();
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Sets it up as an OpenID Connect provider with these public clients. */
  async setUp(clients: readonly GlewlwydClient[]): Promise<void> {
    for (const name of ['profile', 'email']) {
      await this.#ask('POST', 'scope/', {
        name,
        display_name: name,
        description: name,
        password_required: true,
        password_max_age: 0,
        scheme: {},
        scheme_required: {},
      });
    }
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    await this.#ask('POST', 'mod/plugin/', {
      module: 'oidc',
      name: 'oidc',
      display_name: 'OpenID Connect',
      parameters: {
        iss: this.issuer,
        'jwt-type': 'rsa',
        'jwt-key-size': '256',
        key: privateKey,
        cert: publicKey,
        'jwks-show': true,
        'access-token-duration': 600,
        'refresh-token-duration': 3600,
        'code-duration': 60,
        'refresh-token-rolling': true,
        'refresh-token-one-use': 'always',
        'allow-non-oidc': false,
        'auth-type-code-enabled': true,
        'auth-type-code-revoke-replayed': true,
        'auth-type-token-enabled': false,
        'auth-type-id-token-enabled': false,
        'auth-type-none-enabled': false,
        'auth-type-password-enabled': false,
        'auth-type-client-enabled': false,
        'auth-type-device-enabled': false,
        'auth-type-refresh-enabled': true,
        'pkce-allowed': true,
        'pkce-method-plain-allowed': false,
        'pkce-required': true,
        'subject-type': 'public',
        'name-claim': 'mandatory',
        'email-claim': 'mandatory',
        'session-management-allowed': true,
        'front-channel-logout-allowed': true,
        'back-channel-logout-allowed': true,
        'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
        'session-cookie-expiration': 86_400,
        scope: [],
        'additional-parameters': [],
        claims: [],
      },
    });
    for (const { clientId, origins, redirectUris = [], postLogoutRedirectUris = [] } of clients) {
      await this.#ask('POST', 'client/', {
        client_id: clientId,
        name: clientId,
        confidential: false,
        enabled: true,
        scope: [],
        redirect_uri: [...origins.map((origin) => `${origin}/login/callback`), ...redirectUris],
        post_logout_redirect_uris: [...postLogoutRedirectUris],
        authorization_type: ['code', 'refresh_token'],
        token_endpoint_auth_method: ['none'],
      });
    }
  }

  /** Creates an account whose user name is the e-mail address. */
  async add({ email, password, firstName, lastName }: Person): Promise<void> {
    const name = `${firstName} ${lastName}`;
    await this.#ask('POST', 'user/', { username: email, password, name, email, enabled: true, scope: SCOPES });
  }

  /** Locks an account. */
  async lock({ email, firstName, lastName }: Person): Promise<void> {
    const name = `${firstName} ${lastName}`;
    await this.#ask('PUT', `user/${encodeURIComponent(email)}`, { name, email, enabled: false, scope: SCOPES });
  }

  async delete({ email }: Person): Promise<void> {
    await this.#ask('DELETE', `user/${encodeURIComponent(email)}`);
  }

  async #answers(): Promise<boolean> {
    return fetch(`${this.origin}/config`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  async #logIn(): Promise<void> {
    const reply = await fetch(`${this.origin}/api/auth/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ADMIN),
    });
    if (!reply.ok) throw new Error(`glewlwyd refused its administrator: ${reply.status}`);
    this.#cookie = reply.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  }

  async #ask(method: string, path: string, body?: object): Promise<void> {
    const reply = await fetch(`${this.origin}/api/${path}`, {
      method,
      headers: { cookie: this.#cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`glewlwyd answered ${method} ${path} with ${reply.status}: ${await reply.text()}`);
  }

  #write(config: string): void {
    const database = join(this.folder, 'glewlwyd.db');
    // Of a client it stores lists only where its settings say so; those of its package leave one out that it reads.
    const list = '{"multiple":true,"read":true,"write":true}';
    const schema = gunzipSync(readFileSync(join(DOCS, 'database/init.sqlite3.sql.gz')))
      .toString('utf8')
      .replace(`"redirect_uri":${list}`, (found) => `"post_logout_redirect_uris":${list},${found}`);
    const made = new DatabaseSync(database);
    made.exec(schema);
    made.close();
    const pages = join(this.folder, 'webapp');
    copyPages(pages);
    const sample = gunzipSync(readFileSync(join(DOCS, 'glewlwyd.conf.sample.gz'))).toString('utf8');
    const modules = join(PACKAGE, 'usr/lib/glewlwyd');
    const values: Record<string, string> = {
      port: String(this.port),
      external_url: `"${this.origin}"`,
      static_files_path: `"${pages}/"`,
      cookie_domain: '"localhost"',
      cookie_secure: '0',
      log_mode: '"console"',
      user_module_path: `"${modules}/user"`,
      user_middleware_module_path: `"${modules}/user_middleware"`,
      client_module_path: `"${modules}/client"`,
      user_auth_scheme_module_path: `"${modules}/scheme"`,
      plugin_module_path: `"${modules}/plugin"`,
      path: `"${database}"`,
    };
    const lines = sample.split('\n').map((line) => {
      const [, space = '', name = ''] = /^(\s*)([a-z_]+)\s*=/.exec(line) ?? [];
      const value = values[name];
      return value === undefined ? line : `${space}${name} = ${value}`;
    });
    writeFileSync(config, [`bind_address = "127.0.0.1"`, ...lines].join('\n'), { mode: 0o600 });
  }
}

/** Symbolic links of its pages point to files of other packages, which only an installation resolves. */
function copyPages(to: string): void {
  const share = '/usr/share/glewlwyd/webapp';
  for (const name of readdirSync(join(PACKAGE, share), { recursive: true, encoding: 'utf8' })) {
    const from = join(PACKAGE, share, name);
    const kind = lstatSync(from);
    if (kind.isDirectory()) continue;
    // The target on a fully installed machine; then in the unpacked packages, then on this machine.
    const goal = kind.isSymbolicLink() ? resolve(share, dirname(name), readlinkSync(from)) : join(share, name);
    const found = [join(PACKAGE, goal), goal].find((path) => existsSync(path));
    if (found === undefined) continue;
    const file = lstatSync(found).isDirectory() ? join(found, basename(name)) : found;
    mkdirSync(dirname(join(to, name)), { recursive: true });
    copyFileSync(file, join(to, name));
  }
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, LD_LIBRARY_PATH: LIBRARIES.join(':') };
}
