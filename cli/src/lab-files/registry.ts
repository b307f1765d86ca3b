import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { FilesRefused } from '@academy/content/lab-files/lab-tree';
import * as v from 'valibot';
import type { OutsidePolicy } from '../public-hosts.ts';
import { asked } from './fetch-http.ts';
import type { FetchTerms } from './fetch-terms.ts';
import type { MappedPlace } from './source-map.ts';

/** One repository of an image registry. */
export interface Registry {
  /** All tags. */
  tags(): Promise<string[]>;
  /** An image's layers, the lowest first. @param reference tag or digest */
  manifest(reference: string): Promise<{ digest: string; layers: string[] }>;
  blob(digest: string): Promise<Uint8Array>;
}

const ANYWHERE: OutsidePolicy = { protocols: ['https:', 'http:'], allows: () => true };
const MANIFESTS = [
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
].join(', ');
/** Pages of a list of tags. */
const MAX_PAGES = 100;

const Digest = v.pipe(v.string(), v.regex(/^sha256:[a-f\d]{64}$/));
const TagsSchema = v.object({ tags: v.nullable(v.array(v.string())) });
const ManifestSchema = v.object({ layers: v.array(v.object({ digest: Digest })) });
const IndexSchema = v.object({
  manifests: v.array(
    v.object({ digest: Digest, platform: v.optional(v.object({ os: v.string(), architecture: v.string() })) }),
  ),
});
const TokenSchema = v.object({ token: v.optional(v.string()), access_token: v.optional(v.string()) });
const DockerSchema = v.object({
  auths: v.optional(v.record(v.string(), v.object({ auth: v.optional(v.string()) })), {}),
});

/** The repository of an image's address. @throws FilesRefused */
export async function registryAt({ isMapped, place }: MappedPlace, { policy, env }: FetchTerms) {
  const [, scheme, host, name, tag, digest] =
    /^(https?:\/\/)?([^/]+)\/(.+?)(?::([\w][\w.-]*))?(?:@(sha256:[a-f\d]{64}))?$/.exec(place) ?? [];
  if (host === undefined || name === undefined) throw new FilesRefused(`has no address of an image in "${place}"`);
  const origin =
    scheme === undefined ? `https://${host === 'docker.io' ? 'registry-1.docker.io' : host}` : scheme + host;
  const login = await loginFor(host, env);
  const registry = registryOf(`${origin}/v2/${name}`, { policy: isMapped ? ANYWHERE : policy, login });
  return { name, tag: tag ?? null, digest: digest ?? null, registry };
}

/** User and password that docker has stored for a host, as `Basic ...`; null: none. */
async function loginFor(host: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const folder = env.DOCKER_CONFIG || join(env.HOME || homedir(), '.docker');
  try {
    const { auths } = v.parse(DockerSchema, JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')));
    const auth = auths[host]?.auth ?? (host === 'docker.io' ? auths['https://index.docker.io/v1/']?.auth : undefined);
    return auth ? `Basic ${auth}` : null;
  } catch {
    return null;
  }
}

function registryOf(
  base: string,
  { policy, login }: { policy: OutsidePolicy | undefined; login: string | null },
): Registry {
  let authorization: string | null = null;

  async function ask(path: string, accept = '*/*') {
    const address = path.startsWith('/v2/') ? new URL(path, base).href : `${base}/${path}`;
    const request = () => asked(address, policy, { accept, ...(authorization === null ? {} : { authorization }) });
    let answer = await request();
    if (answer.status === 401) {
      authorization = await authorizationFor(answer.headers['www-authenticate'] ?? '', { policy, login });
      if (authorization !== null) answer = await request();
    }
    if (answer.status === 200) return answer;
    const why =
      answer.status === 401 || answer.status === 403
        ? 'its registry refuses access'
        : `its registry answers ${answer.status}`;
    throw new FilesRefused(`could not be fetched: ${why}`);
  }

  async function manifest(reference: string, depth = 0): Promise<{ digest: string; layers: string[] }> {
    const { bytes } = await ask(`manifests/${reference}`, MANIFESTS);
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
    if (reference.startsWith('sha256:') && reference !== digest)
      throw new FilesRefused('has a manifest that is not what its digest says');
    const value = json(bytes);
    const image = v.safeParse(ManifestSchema, value);
    if (image.success) return { digest, layers: image.output.layers.map((layer) => layer.digest) };
    const index = v.safeParse(IndexSchema, value);
    const fitting = index.success
      ? (index.output.manifests.find(({ platform }) => platform?.os === 'linux' && platform.architecture === 'amd64') ??
        index.output.manifests.find(({ platform }) => platform === undefined))
      : undefined;
    if (fitting === undefined || depth > 0) throw new FilesRefused('is no image of layers for linux/amd64');
    return manifest(fitting.digest, depth + 1);
  }

  return {
    async tags() {
      const tags: string[] = [];
      let next: string | undefined = 'tags/list';
      for (let page = 0; next !== undefined && page < MAX_PAGES; page += 1) {
        const answer = await ask(next);
        const read = v.safeParse(TagsSchema, json(answer.bytes));
        if (!read.success) throw new FilesRefused('has a registry that does not list its tags');
        tags.push(...(read.output.tags ?? []));
        next = /<([^>]+)>;\s*rel="?next"?/.exec(String(answer.headers.link ?? ''))?.[1];
      }
      return tags;
    },
    manifest: (reference) => manifest(reference),
    async blob(digest) {
      return (await ask(`blobs/${digest}`)).bytes;
    },
  };
}

function json(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new FilesRefused('has a registry that does not answer as one');
  }
}

/** Answers a registry's challenge: with a token for anonymous reading, or with the stored login. */
async function authorizationFor(
  challenge: string,
  { policy, login }: { policy: OutsidePolicy | undefined; login: string | null },
): Promise<string | null> {
  if (!/^bearer /i.test(challenge)) return login;
  const terms = new Map([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
  const realm = URL.parse(terms.get('realm') ?? '');
  if (realm === null) return login;
  for (const name of ['service', 'scope']) if (terms.has(name)) realm.searchParams.set(name, terms.get(name) ?? '');
  const { status, bytes } = await asked(realm.href, policy, login === null ? {} : { authorization: login });
  const read = v.safeParse(TokenSchema, status === 200 ? json(bytes) : null);
  const token = read.success ? (read.output.token ?? read.output.access_token) : undefined;
  return token === undefined ? null : `Bearer ${token}`;
}
