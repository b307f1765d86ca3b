import type { Fields } from '../fields.ts';
import type { FindingList } from '../finding-list.ts';
import { shortened } from '../text-source.ts';
import type { FileSource } from './file-sources.ts';

/** Branches that are tried where the address names none. */
const BRANCHES = ['main', 'master'];
const GIT_HOST =
  /^(?:https:\/\/)?(github\.com|gitlab\.com|bitbucket\.org)\/([\w.-]+\/[\w.-]+?)(?:\.git)?(?:\/([^?]+?))?\/?(?:\?ref=([\w./-]+))?$/;
const ARCHIVE = /^https?:\/\/[^\s/]+\/[^\s?]+(?:\?path=([\w./-]+))?$/;
const IMAGE = /^(?:imgpkg\+https:\/\/|imgpkg:\/\/|docker:\/\/)?([a-z\d.-]+\.[a-z]+(?::\d+)?\/[\w./-]+(?::[\w.-]+)?)$/;

/**
 * The source that `spec.content.files` names in the older version of definitions: `github.com/owner/name/folder?ref=tag`,
 * the address of an archive, or an image. The platform takes the files without their history.
 *
 * @returns null, with a finding, for any other text
 */
export function olderSource(text: string, content: Fields, findings: FindingList): FileSource | null {
  const terms = {
    ...{ path: '.', includePaths: [], excludePaths: [], legalPaths: null, newRootPath: null },
    line: content.lineOf('files'),
  };
  const [, host, repository, folder, ref] = GIT_HOST.exec(text) ?? [];
  if (host !== undefined)
    return {
      ...terms,
      newRootPath: folder ?? null,
      kind: 'git',
      url: `https://${host}/${repository}`,
      refs: ref === undefined ? BRANCHES : [ref],
      semver: null,
      history: false,
      skipsSubmodules: true,
    };
  const [archive, inside] = ARCHIVE.exec(text) ?? [];
  if (archive !== undefined)
    return {
      ...terms,
      newRootPath: inside ?? null,
      kind: 'http',
      url: archive.replace(/\?path=.*$/, ''),
      sha256: null,
      unpacks: true,
    };
  const [, image] = IMAGE.exec(text) ?? [];
  if (image !== undefined) return { ...terms, kind: 'image', url: image, semver: null };
  const message = `"${shortened(text, 80)}" is no address of files; write github.com/owner/name or the address of an archive. These files are left out of the lab`;
  findings.warning('lab-files-unsupported', content.file, content.lineOf('files'), message);
  return null;
}
