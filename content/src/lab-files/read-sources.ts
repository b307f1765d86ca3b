import type { Fields } from '../fields.ts';
import type { FindingList } from '../finding-list.ts';
import { shortened } from '../text-source.ts';
import type { FileSource, LabPackage, LabSources } from './file-sources.ts';
import { olderSource } from './older-source.ts';
import { GlobUnreadable, pathGlob } from './path-globs.ts';
import { ConstraintsUnreadable, readConstraints, type SemverChoice } from './semver-choice.ts';

const KINDS = ['git', 'http', 'image', 'inline', 'githubRelease'] as const;
/** Kinds that vendir knows as well. */
const OTHER_KINDS: Readonly<Record<string, string>> = {
  hg: 'Mercurial repositories are not fetched; name a git repository or an archive',
  imgpkgBundle: 'bundles of imgpkg are not fetched; name the image itself',
  helmChart: 'charts of Helm are not fetched; name a git repository or an archive',
  directory: 'folders of the platform are not here; name a git repository or an archive',
  manual: 'files that are put there by hand are not here; name a git repository or an archive',
};
/** Settings that change what is fetched, and that are not followed. */
const UNSUPPORTED: readonly { of: string; name: string; message: string }[] = [
  { of: '', name: 'ignorePaths', message: 'keeps nothing here: files of a lab are always fetched whole' },
  { of: '', name: 'permissions', message: 'is not followed; folders are 0755' },
  { of: 'git', name: 'verification', message: 'is not followed: signatures of commits are not checked' },
  { of: 'git', name: 'depth', message: 'is not followed: the whole history is fetched' },
  {
    of: 'inline',
    name: 'pathsFrom',
    message: 'reads secrets of a cluster, which are not here; write the texts under "paths"',
  },
];

/** The platform's own addresses: the published folder itself, and what only the platform has. */
const OF_THE_PLATFORM =
  /\$\((?:image_repository|assets_repository|oci_image_cache|workshop_\w+|platform_arch|session_\w+|ingress_\w+)\)/;
/** Extensions of the platform's editor, which this editor does not take. */
const EDITOR_EXTENSIONS = /^\.local\/share\/code-server(?:\/|$)/;
const PACKAGE_NAME = /^[A-Za-z\d](?:[A-Za-z\d._-]{0,98}[A-Za-z\d])?$/;

/** Reads what a definition names besides the published folder, with a finding for what cannot be fetched. */
export function readSources(spec: Fields, findings: FindingList): LabSources {
  const workshop = spec.object('workshop');
  const older = spec.object('content');
  const files = (workshop?.objects('files') ?? []).flatMap((entry) => readSource(entry, findings) ?? []);
  const olderFiles = older?.string('files') || null;
  const olderOne = olderFiles === null || older === null ? null : olderSource(olderFiles, older, findings);
  return { files: olderOne === null ? files : [...files, olderOne], packages: readPackages(workshop, findings) };
}

function readPackages(workshop: Fields | null, findings: FindingList): LabPackage[] {
  return (workshop?.objects('packages') ?? []).flatMap((entry) => {
    const name = entry.string('name') ?? '';
    if (!PACKAGE_NAME.test(name)) {
      const message = `the package "${shortened(name, 60)}" needs a name of letters, digits, dashes, dots and underscores; it is left out`;
      findings.warning('lab-package-name', entry.file, entry.lineOf('name'), message);
      return [];
    }
    return [{ name, sources: (entry.objects('files') ?? []).flatMap((one) => readSource(one, findings) ?? []) }];
  });
}

/** Null for sources of the platform itself, and, with a finding, for those that cannot be fetched. */
function readSource(entry: Fields, findings: FindingList): FileSource | null {
  const leftOut = (line: number, message: string) => {
    findings.warning('lab-files-unsupported', entry.file, line, `${message}; these files are left out of the lab`);
    return null;
  };
  const kinds = entry.names().filter((name) => name in OTHER_KINDS || KINDS.some((kind) => kind === name));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1)
    return leftOut(
      entry.line,
      kind === undefined ? `names none of ${KINDS.join(', ')}` : `names ${kinds.join(' and ')} at once`,
    );
  if (Object.hasOwn(OTHER_KINDS, kind)) return leftOut(entry.lineOf(kind), OTHER_KINDS[kind] ?? '');
  const own = entry.object(kind);
  const path = entry.string('path') || '.';
  if (own === null || isOfThePlatform(own, path)) return null;
  if (!isInside(path)) return leftOut(entry.lineOf('path'), `the path "${shortened(path, 60)}" leaves the home folder`);
  if (own.has('secretRef')) findings.warning('lab-files-secret', entry.file, own.lineOf('secretRef'), SECRET);
  for (const { of, name, message } of UNSUPPORTED) {
    const fields = of === '' ? entry : of === kind ? own : null;
    if (fields?.has(name) === true)
      findings.warning('lab-files-setting', entry.file, fields.lineOf(name), `"${name}" ${message}`);
  }
  const terms = {
    path: path.replace(/^(?:\.\/)+|\/+$/g, '') || '.',
    newRootPath: entry.string('newRootPath') || null,
    includePaths: globs(entry, 'includePaths', findings),
    excludePaths: globs(entry, 'excludePaths', findings),
    legalPaths: entry.has('legalPaths') ? globs(entry, 'legalPaths', findings) : null,
    line: entry.line,
  };
  const source = READERS[kind as (typeof KINDS)[number]](own, findings);
  return typeof source === 'string' ? leftOut(own.line, source) : { ...terms, ...source };
}

const SECRET =
  'secrets of a cluster are not here; files are fetched with the credentials of git and of registries on your machine';

function isOfThePlatform(own: Fields, path: string): boolean {
  return EDITOR_EXTENSIONS.test(path) || (own.has('url') && OF_THE_PLATFORM.test(own.string('url') ?? ''));
}

function isInside(path: string): boolean {
  return !path.startsWith('/') && !path.includes('\\') && !path.split('/').includes('..');
}

function globs(entry: Fields, name: string, findings: FindingList): string[] {
  return (entry.strings(name) ?? []).flatMap(({ value, line }) => {
    try {
      pathGlob(value);
      return [value];
    } catch (error) {
      if (!(error instanceof GlobUnreadable)) throw error;
      const message = `the path "${shortened(value, 60)}" ${error.message}; it is left out`;
      findings.error('lab-files-glob', entry.file, line, message);
      return [];
    }
  });
}

type Read<Kind extends FileSource['kind']> = Omit<Extract<FileSource, { kind: Kind }>, keyof Terms>;
type Terms = Pick<FileSource, 'path' | 'newRootPath' | 'includePaths' | 'excludePaths' | 'legalPaths' | 'line'>;

/** Readers of each kind; a text says why the source is left out. */
const READERS: { [Kind in FileSource['kind']]: (own: Fields, findings: FindingList) => Read<Kind> | string } = {
  git(own, findings) {
    const url = own.string('url') ?? '';
    const semver = readSemver(own.object('refSelection'), findings);
    const ref = own.string('ref') || null;
    if (!/^(?:https?:\/\/|ssh:\/\/|[\w.-]+@[\w.-]+:)[^\s]+$/.test(url))
      return `"${shortened(url, 80)}" is no address of a git repository; write https://...`;
    if (ref === null && semver === null) return 'the git repository needs "ref" or "refSelection"';
    if (ref !== null && !/^[\w][^\s~^:?*[\\]*$/.test(ref))
      return `"${shortened(ref, 60)}" cannot be a branch, tag or commit`;
    const skipsSubmodules = own.boolean('skipInitSubmodules') === true;
    return { kind: 'git', url, refs: ref === null ? null : [ref], semver, history: true, skipsSubmodules };
  },
  http(own) {
    const url = own.string('url') ?? '';
    if (!isWebAddress(url)) return `"${shortened(url, 80)}" is no address; write https://...`;
    const sha256 = own.string('sha256') || null;
    return { kind: 'http', url, sha256, unpacks: own.boolean('disableUnpack') !== true };
  },
  image(own, findings) {
    const url = own.string('url') ?? '';
    if (!/^[a-z\d][a-z\d.-]*(?::\d+)?\/[a-z\d._/-]+(?::[\w][\w.-]{0,127})?(?:@sha256:[a-f\d]{64})?$/i.test(url))
      return `"${shortened(url, 80)}" is no address of an image; write it with its host, such as ghcr.io/owner/name:1.0`;
    return { kind: 'image', url, semver: readSemver(own.object('tagSelection'), findings) };
  },
  inline(own) {
    const paths = own.plain('paths');
    const files = Object.entries(typeof paths === 'object' && paths !== null ? paths : {});
    const wrong = files.find(([path, text]) => typeof text !== 'string' || !isInside(path));
    if (wrong !== undefined) return `"${shortened(wrong[0], 60)}" must be a path inside the folder, with a text`;
    if (files.length === 0) return '"inline" names no files under "paths"';
    return { kind: 'inline', files: new Map(files.map(([path, text]) => [path, String(text)])) };
  },
  githubRelease(own, findings) {
    const slug = own.string('slug') ?? '';
    if (!/^[\w.-]+\/[\w.-]+$/.test(slug))
      return '"slug" must be the owner and name of a repository, such as owner/name';
    if (own.has('http') || own.has('url'))
      return '"url" and "http" of a release are not followed; name its files under "assetNames"';
    const tag = own.string('tag') || null;
    const semver = readSemver(own.object('tagSelection'), findings);
    if (tag === null && semver === null && own.boolean('latest') !== true)
      return 'the release needs "tag", "tagSelection" or "latest: true"';
    const checksums = own.plain('checksums');
    return {
      kind: 'githubRelease',
      ...{ slug, tag, semver },
      assetNames: globs(own, 'assetNames', findings),
      checksums: Object.fromEntries(Object.entries(checksums ?? {}).map(([name, value]) => [name, String(value)])),
      checksNotes: own.boolean('disableAutoChecksumValidation') !== true,
      unpack: own.object('unpackArchive')?.string('path') || null,
    };
  },
};

/** Whether a text is an address that can be fetched over HTTP. */
export const isWebAddress = (url: string): boolean => /^https?:\/\/[^\s/]+\/\S*$/.test(url) && URL.canParse(url);

function readSemver(selection: Fields | null, findings: FindingList): SemverChoice | null {
  const semver = selection?.object('semver') ?? null;
  if (semver === null) return null;
  const constraints = semver.string('constraints') || null;
  const prereleases = semver.object('prereleases');
  const choice = {
    constraints,
    prereleases: prereleases === null ? null : (prereleases.strings('identifiers') ?? []).map(({ value }) => value),
  };
  if (constraints === null) return choice;
  try {
    readConstraints(constraints);
    return choice;
  } catch (error) {
    if (!(error instanceof ConstraintsUnreadable)) throw error;
    findings.error('lab-files-version', semver.file, semver.lineOf('constraints'), error.message);
    return { ...choice, constraints: null };
  }
}
