import { createHash } from 'node:crypto';
import type { GithubReleaseSource } from '@academy/content/lab-files/file-sources';
import { FilesRefused, type LabTree } from '@academy/content/lab-files/lab-tree';
import { pathGlob } from '@academy/content/lab-files/path-globs';
import { newestFitting } from '@academy/content/lab-files/semver-choice';
import { pathIn, unpackedArchive } from '@academy/content/lab-files/unpack-archive';
import * as v from 'valibot';
import type { OutsidePolicy } from '../public-hosts.ts';
import { asked } from './fetch-http.ts';
import { type FetchedTree, type FetchTerms, NO_DATE } from './fetch-terms.ts';
import type { LockedSource } from './lock.ts';

const API = 'https://api.github.com/repos/';
const MAX_PAGES = 25;

const ReleaseSchema = v.object({
  tag_name: v.string(),
  body: v.nullish(v.string(), ''),
  assets: v.array(v.object({ url: v.string(), name: v.string() })),
});
const TagsSchema = v.array(v.object({ name: v.string() }));

/** Fetches files of a release on GitHub; `GITHUB_TOKEN` is used where it is set. @throws FilesRefused */
export async function fetchGithubRelease(
  source: GithubReleaseSource,
  terms: FetchTerms,
  locked?: LockedSource,
): Promise<FetchedTree> {
  const { isMapped, place } = terms.map(API);
  const policy: OutsidePolicy | undefined = isMapped
    ? { protocols: ['https:', 'http:'], allows: () => true }
    : terms.policy;
  const token = terms.env.GITHUB_TOKEN;
  const ask = async (address: string, accept: string) => {
    const headers = { accept, ...(token ? { authorization: `token ${token}` } : {}) };
    const { status, bytes } = await asked(address, policy, headers);
    if (status !== 200) throw new FilesRefused(`could not be fetched: GitHub answers ${status}`);
    return bytes;
  };
  const json = async <S extends v.GenericSchema>(schema: S, path: string): Promise<v.InferOutput<S>> => {
    const bytes = await ask(`${place}${source.slug}/${path}`, 'application/vnd.github+json');
    const read = v.safeParse(schema, JSON.parse(Buffer.from(bytes).toString('utf8')));
    if (!read.success) throw new FilesRefused('has no release that can be read');
    return read.output;
  };

  const tag = locked?.at ?? source.tag ?? (source.semver === null ? null : await chosenTag(source, json));
  const release = await json(ReleaseSchema, tag === null ? 'releases/latest' : `releases/tags/${tag}`);
  const wanted = source.assetNames.map(pathGlob);
  const assets = release.assets.filter(({ name }) => wanted.length === 0 || wanted.some((fits) => fits(name)));
  const digests = digestsOf(source, release.body ?? '', assets);
  const tree: LabTree = new Map();
  for (const { url, name } of assets) {
    const bytes = await ask(url, 'application/octet-stream');
    const digest = createHash('sha256').update(bytes).digest('hex');
    const expected = digests[name];
    if (expected !== undefined && expected !== digest)
      throw new FilesRefused(`has "${name}" with the digest ${digest}, not ${expected}`);
    tree.set(pathIn(name), { kind: 'file', bytes, executable: false });
  }
  const at = release.tag_name;
  if (source.unpack === null) return { tree, at, date: NO_DATE };
  const archive = tree.get(source.unpack);
  const unpacked = archive?.kind === 'file' ? await unpackedArchive(archive.bytes) : null;
  if (unpacked === null) throw new FilesRefused(`has no archive "${source.unpack}" in its release ${at}`);
  return { tree: unpacked, at, date: NO_DATE };
}

async function chosenTag(
  { semver }: GithubReleaseSource,
  json: (schema: typeof TagsSchema, path: string) => Promise<{ name: string }[]>,
): Promise<string> {
  const tags: string[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const some = await json(TagsSchema, `tags?per_page=40&page=${page}`);
    tags.push(...some.map(({ name }) => name));
    if (some.length < 40) break;
  }
  const tag = semver === null ? null : newestFitting(tags, semver);
  if (tag === null) throw new FilesRefused(`has no tag that fits "${semver?.constraints ?? 'any version'}"`);
  return tag;
}

/** Digests that the definition names, or else those in the notes of the release, which must name each file then. */
function digestsOf(
  { checksums, checksNotes }: GithubReleaseSource,
  notes: string,
  assets: readonly { name: string }[],
): Readonly<Record<string, string>> {
  const isNamed = Object.keys(checksums).length > 0;
  if (!isNamed && !checksNotes) return {};
  const found = isNamed
    ? checksums
    : Object.fromEntries(
        [...notes.matchAll(/^\s*([a-f\d]{64})\s+(?:\.\/)?(\S+)\s*$/gm)].map(([, digest = '', name = '']) => [
          name,
          digest,
        ]),
      );
  const missing = assets.find(({ name }) => found[name] === undefined);
  if (missing !== undefined)
    throw new FilesRefused(
      `has "${missing.name}" without a digest; name it under "checksums", or write "disableAutoChecksumValidation: true"`,
    );
  return found;
}
