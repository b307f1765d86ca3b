import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import tar from 'tar-stream';

/** Sources of labs on this machine: git repositories, a web host and a registry. */
export interface SampleSources {
  /** Folder with the git repositories `code`, `code-with-submodule`, `code-with-links`. */
  repositories: string;
  /** Commit of the tag `v1.1.0` in `code`. */
  commit: string;
  /** Origin of the web host. */
  origin: string;
  close(): void;
}

const FILES: Readonly<Record<string, string>> = {
  'README.md': 'read me\n',
  LICENSE: 'licence\n',
  'NOTICE.txt': 'notice\n',
  '.hidden': 'hidden\n',
  'run.sh': '#!/bin/sh\necho run\n',
  'docs/a.md': 'a\n',
  'docs/deep/b.md': 'b\n',
  'docs/deep/LICENSE': 'deep licence\n',
  'src/main/App.java': 'class App {}\n',
  'src/main/app[1].txt': 'brackets\n',
  'src/test/AppTest.java': 'class AppTest {}\n',
  'windows.cmd': 'echo one\r\necho two\r\n',
};

/** What the host answers, by path. */
type Answers = Record<string, { type?: string; body: Uint8Array; headers?: Record<string, string> }>;

/** Makes all of them in a folder. */
export async function sampleSources(folder: string): Promise<SampleSources> {
  const repositories = join(folder, 'repositories');
  makeCode(join(repositories, 'code'));
  makeLinks(join(repositories, 'code-with-links'));
  makeSubmodule(repositories);
  const answers: Answers = { ...(await archives()), ...(await registry()) };
  const server: Server = createServer((request, response) => {
    const answer = answers[(request.url ?? '').split('?')[0] ?? ''];
    if (answer === undefined) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': answer.type ?? 'application/octet-stream', ...answer.headers });
    return response.end(request.method === 'HEAD' ? undefined : answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const commit = gitIn(join(repositories, 'code'))('rev-parse', 'v1.1.0').trim();
  return { repositories, commit, origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function gitIn(folder: string) {
  mkdirSync(folder, { recursive: true });
  let minute = 0;
  return (...args: string[]) => {
    minute += 1;
    const date = `2024-01-01T10:${String(minute).padStart(2, '0')}:00Z`;
    const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, GIT_CONFIG_GLOBAL: '/dev/null' };
    const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', '-c', 'protocol.file.allow=always'];
    return execFileSync('git', ['-C', folder, ...who, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
  };
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Commits one to four, the branches `main` and `feature`, and tags. */
function makeCode(folder: string): void {
  const git = gitIn(folder);
  git('init', '--quiet', '--initial-branch=main');
  const commit = (files: Readonly<Record<string, string>>, message: string, ...tags: string[]) => {
    write(folder, files);
    if ('run.sh' in files) chmodSync(join(folder, 'run.sh'), 0o755);
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
    for (const tag of tags) git('tag', tag);
  };
  commit(FILES, '<one-start> One', 'v1.0.0');
  commit(
    { 'version.txt': 'two\n', '.gitattributes': '*.cmd text eol=crlf\n' },
    '<one-end> <two-start> Two',
    'v1.1.0',
    '1.5.0',
  );
  git('checkout', '--quiet', '-b', 'feature/x');
  commit({ 'feature.txt': 'x\n' }, 'A feature', 'v2.0.0-beta.1');
  git('checkout', '--quiet', 'main');
  commit({ 'version.txt': 'three\n' }, '<two-end> Three', 'nightly');
  git('tag', '--annotate', '--message', 'Two', 'v2.0.0');
}

function makeLinks(folder: string): void {
  const git = gitIn(folder);
  git('init', '--quiet', '--initial-branch=main');
  write(folder, { 'docs/a.md': 'a\n', 'other/b.md': 'b\n' });
  const commit = (branch: string, target: string, at: string) => {
    git('checkout', '--quiet', '-B', branch);
    rmSync(join(folder, 'docs/link'), { force: true });
    symlinkSync(target, join(folder, at));
    git('add', '--all');
    git('commit', '--quiet', '--message', branch);
    rmSync(join(folder, at));
  };
  commit('inside', 'a.md', 'docs/link');
  commit('folder', '../other', 'docs/link');
  commit('outside', '../../secret', 'docs/link');
  commit('absolute', '/etc/passwd', 'docs/link');
  commit('nowhere', 'gone.md', 'docs/link');
}

function makeSubmodule(repositories: string): void {
  const folder = join(repositories, 'code-with-submodule');
  const git = gitIn(folder);
  git('init', '--quiet', '--initial-branch=main');
  write(folder, { 'a.txt': 'a\n', '.gitmodules': '[submodule "part"]\n\tpath = part\n\turl = ../code\n' });
  git('add', '--all');
  const commit = gitIn(join(repositories, 'code'))('rev-parse', 'main').trim();
  git('update-index', '--add', '--cacheinfo', `160000,${commit},part`);
  git('commit', '--quiet', '--message', 'With a submodule');
}

/** An entry of a tar. */
type Entry = { name: string; type?: 'directory' | 'symlink'; mode?: number; linkname?: string; text?: string };

async function tarOf(entries: readonly Entry[]): Promise<Buffer> {
  const pack = tar.pack();
  for (const { text = '', mode = 0o644, ...header } of entries)
    pack.entry({ mode, mtime: new Date(0), ...header }, text);
  pack.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of pack) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const files = (more: readonly Entry[] = []): Entry[] => [
  { name: 'top/', type: 'directory', mode: 0o755 },
  { name: 'top/a.txt', text: 'a\n' },
  { name: 'top/run.sh', text: '#!/bin/sh\n', mode: 0o755 },
  { name: 'top/empty/', type: 'directory', mode: 0o755 },
  { name: './top/dotted.txt', text: 'dotted\n' },
  ...more,
];

async function archives(): Promise<Answers> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const plain = await tarOf(files());
  return {
    '/files/a.zip': {
      body: zipSync({
        'top/a.txt': bytes('a\n'),
        'top/run.sh': [bytes('#!/bin/sh\n'), { os: 3, attrs: 0o100755 << 16 }],
        'top/empty/': bytes(''),
      }),
    },
    '/files/a.tar': { body: plain },
    '/files/a.tgz': { body: gzipSync(plain) },
    '/files/with-link.tgz': {
      body: gzipSync(await tarOf(files([{ name: 'top/link', type: 'symlink', linkname: 'a.txt' }]))),
    },
    '/files/leaving.tgz': { body: gzipSync(await tarOf(files([{ name: '../leaving.txt', text: 'out\n' }]))) },
    '/files/with-git.tgz': { body: gzipSync(await tarOf(files([{ name: 'top/.git/config', text: '[core]\n' }]))) },
    '/files/notes.txt': { body: bytes('notes\n') },
    '/files/tools.gz': { body: gzipSync(bytes('not a tar\n')) },
    '/files/': { body: bytes('index\n') },
  };
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** An image `owner/files` with three tags; of the newest two layers. */
async function registry(): Promise<Answers> {
  const answers: Answers = {
    '/v2/': { body: new Uint8Array() },
    '/v2/owner/files/tags/list': {
      type: 'application/json',
      body: Buffer.from(
        JSON.stringify({ name: 'owner/files', tags: ['latest', '1.0.0', '1.1.0', '2.0.0', 'sha-abc'] }),
      ),
    },
  };
  const image = async (tag: string, layers: readonly (readonly Entry[])[]) => {
    const config = Buffer.from(
      JSON.stringify({ architecture: 'amd64', os: 'linux', config: {}, rootfs: { type: 'layers', diff_ids: [] } }),
    );
    const parts: object[] = [];
    const ids: string[] = [];
    for (const layer of layers) {
      const plain = await tarOf(layer);
      ids.push(digestOf(plain));
      const body = gzipSync(plain);
      answers[`/v2/owner/files/blobs/${digestOf(body)}`] = { body };
      parts.push({
        mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
        size: body.byteLength,
        digest: digestOf(body),
      });
    }
    const withIds = Buffer.from(config.toString().replace('"diff_ids":[]', `"diff_ids":${JSON.stringify(ids)}`));
    answers[`/v2/owner/files/blobs/${digestOf(withIds)}`] = { body: withIds };
    const type = 'application/vnd.oci.image.manifest.v1+json';
    const body = Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: type,
        config: {
          mediaType: 'application/vnd.oci.image.config.v1+json',
          size: withIds.byteLength,
          digest: digestOf(withIds),
        },
        layers: parts,
      }),
    );
    const manifest = {
      type,
      body,
      headers: { 'docker-content-digest': digestOf(body), 'content-length': String(body.byteLength) },
    };
    answers[`/v2/owner/files/manifests/${tag}`] = manifest;
    answers[`/v2/owner/files/manifests/${digestOf(body)}`] = manifest;
  };
  await image('1.0.0', [[{ name: 'a.txt', text: 'one\n', mode: 0o600 }]]);
  await image('1.1.0', [
    [
      { name: 'setup.d/', type: 'directory', mode: 0o700 },
      { name: 'setup.d/01.sh', text: 'echo 1\n', mode: 0o600 },
      { name: 'bin/tool', text: '#!/bin/sh\n', mode: 0o700 },
      { name: 'link', type: 'symlink', linkname: 'bin/tool' },
      { name: 'sub/b.txt', text: 'b\n', mode: 0o600 },
    ],
  ]);
  await image('2.0.0', [
    [
      { name: 'a.txt', text: 'lower\n' },
      { name: 'gone.txt', text: 'gone\n' },
      { name: 'kept/c.txt', text: 'c\n' },
    ],
    [
      { name: 'a.txt', text: 'upper\n' },
      { name: '.wh.gone.txt', text: '' },
      { name: 'kept/d.txt', text: 'd\n' },
    ],
  ]);
  return answers;
}
