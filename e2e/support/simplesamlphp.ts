import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Person } from './academy.ts';
import { unpackDebian } from './debian-packages.ts';
import { freePort } from './free-port.ts';
import { ROOT } from './process.ts';

/** Unpacked once and used by every later run. */
const CACHE = join(ROOT, 'node_modules/.cache/academy-simplesamlphp');
const PACKAGE = join(CACHE, 'root');
const START_MS = 20_000;
/** PHP's own parts, which no library package contains. */
const PHP = /^php[\d.]*-(?:cli|common|xml|mbstring)$/;
const EXTENSIONS = ['ctype', 'dom', 'iconv', 'mbstring', 'posix', 'simplexml', 'tokenizer', 'xml', 'xmlwriter'];

/** @returns null when SimpleSAMLphp can run here, otherwise the reason */
export function simpleSamlPhpMissing(): string | null {
  if (process.platform !== 'linux') return 'SimpleSAMLphp is taken from Debian packages, and this is no Linux';
  const missing = unpackDebian(['simplesamlphp', 'php-cli', 'php-xml', 'php-mbstring'], CACHE, PHP);
  if (missing !== null) return missing;
  const program = php();
  if (program === null) return 'the packages contain no PHP';
  if (spawnSync('openssl', ['version']).status !== 0) return 'openssl is not on this machine';
  const lacking = execFileSync('ldd', [program], { encoding: 'utf8', env: environment() }).match(
    /\S+(?= => not found)/g,
  );
  return lacking === null ? null : `PHP lacks ${lacking.join(', ')}`;
}

const folderOf = (path: string) => (existsSync(path) ? readdirSync(path) : []);

function php(): string | null {
  const name = folderOf(join(PACKAGE, 'usr/bin')).find((one) => /^php\d/.test(one));
  return name === undefined ? null : join(PACKAGE, 'usr/bin', name);
}

function environment(): NodeJS.ProcessEnv {
  const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu', ''].map((one) => join(PACKAGE, 'usr/lib', one));
  return { ...process.env, LD_LIBRARY_PATH: libraries.join(':'), PHP_INI_SCAN_DIR: '' };
}

/** SimpleSAMLphp on a free port of this machine, served by PHP itself: an independent SAML provider. */
export class SimpleSamlPhp {
  readonly folder = mkdtempSync(join(tmpdir(), 'academy-simplesamlphp-'));
  port = 0;
  #child: ChildProcess | null = null;
  #output = '';
  readonly #people: Person[] = [];

  /** Another site than the academy's provider on `localhost`, so that browsers treat its forms as foreign. */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Where its metadata are. */
  get metadataUrl(): string {
    return `${this.origin}/saml2/idp/metadata.php`;
  }

  async start(): Promise<void> {
    this.port = await freePort();
    this.#write();
    const program = php();
    const [extensions = ''] = folderOf(join(PACKAGE, 'usr/lib/php')).filter((one) => /^\d{8}$/.test(one));
    if (program === null) throw new Error('there is no PHP');
    const settings = [
      ['extension_dir', join(PACKAGE, 'usr/lib/php', extensions)],
      ...EXTENSIONS.map((name) => ['extension', name]),
      ['session.save_path', this.folder],
      ['error_log', '/dev/stderr'],
      // Its release is older than PHP, which would write what it finds outdated into the replies.
      ['display_errors', '0'],
    ];
    const pages = join(PACKAGE, 'usr/share/simplesamlphp/www');
    const options = settings.flatMap(([name, value]) => ['-d', `${name}=${value}`]);
    const child = spawn(program, ['-n', ...options, '-S', `127.0.0.1:${this.port}`, '-t', pages], {
      env: { ...environment(), SIMPLESAMLPHP_CONFIG_DIR: join(this.folder, 'config') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        this.#output += chunk;
      });
    const deadline = Date.now() + START_MS;
    while (!(await this.#answers())) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`SimpleSAMLphp did not start:\n${this.#output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async remove(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child !== null && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Makes an academy known by its own metadata. */
  trust(metadata: string): void {
    writeFileSync(join(this.folder, 'academy.xml'), metadata);
  }

  /** Creates an account whose user name is the e-mail address. */
  add(person: Person): void {
    this.#people.push(person);
    this.#writePeople();
  }

  async #answers(): Promise<boolean> {
    return fetch(this.metadataUrl).then(
      async (reply) => reply.ok && (await reply.text()).includes('IDPSSODescriptor'),
      () => false,
    );
  }

  #writePeople(): void {
    const people = this.#people.map(({ email, password, firstName, lastName }) => {
      const facts = { uid: email, mail: email, givenName: firstName, sn: lastName, groups: 'staff' };
      const values = Object.entries(facts).map(([name, value]) => `${quoted(name)} => [${quoted(value)}]`);
      return `${quoted(`${email}:${password}`)} => [${values.join(', ')}]`;
    });
    writeFileSync(
      join(this.folder, 'config/authsources.php'),
      `<?php $config = ['people' => ['exampleauth:UserPass', ${people.join(', ')}]];`,
    );
  }

  #write(): void {
    for (const name of ['config', 'metadata', 'cert', 'tmp', 'log'])
      mkdirSync(join(this.folder, name), { recursive: true });
    const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'certificate.pem', '-days', '2'];
    execFileSync('openssl', ['req', '-x509', ...made, '-subj', '/CN=provider'], {
      ...{ cwd: join(this.folder, 'cert'), stdio: 'ignore' },
    });
    this.trust('<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"/>');
    const place = (name: string) => quoted(`${join(this.folder, name)}/`);
    writeFileSync(
      join(this.folder, 'config/config.php'),
      `<?php $config = [
        'baseurlpath' => ${quoted(`${this.origin}/`)},
        'certdir' => ${place('cert')}, 'loggingdir' => ${place('log')}, 'datadir' => ${place('tmp')},
        'tempdir' => ${place('tmp')}, 'metadatadir' => ${place('metadata')},
        'logging.handler' => 'errorlog', 'showerrors' => true, 'errorreporting' => false,
        'secretsalt' => 'of one test', 'auth.adminpassword' => 'of one test', 'timezone' => 'UTC',
        'technicalcontact_name' => 'Test', 'technicalcontact_email' => 'test@example.org',
        'store.type' => 'phpsession', 'session.phpsession.savepath' => ${place('tmp')},
        'enable.saml20-idp' => true, 'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
        'metadata.sources' => [['type' => 'flatfile'], ['type' => 'xml', 'file' => ${quoted(join(this.folder, 'academy.xml'))}]],
      ];`,
    );
    writeFileSync(
      join(this.folder, 'metadata/saml20-idp-hosted.php'),
      `<?php $metadata['__DYNAMIC:1__'] = [
        'host' => '__DEFAULT__', 'auth' => 'people', 'privatekey' => 'key.pem', 'certificate' => 'certificate.pem',
        'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', 'assertion.encryption' => true,
        'authproc' => [3 => ['class' => 'saml:AttributeNameID', 'attribute' => 'uid',
          'Format' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent']],
      ];`,
    );
    this.#writePeople();
  }
}

/** A text of PHP. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** Logs in on the pages of SimpleSAMLphp. */
export async function enterSimpleSamlPhp(page: Page, { email, password }: Person): Promise<void> {
  await page.locator('input[name="username"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('button[type="submit"], input[type="submit"]').first().click();
}
