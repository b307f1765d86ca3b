import type { SemverChoice } from './semver-choice.ts';

/** What a source says about its files, wherever they come from; `path`, `newRootPath` and globs as vendir reads them. */
interface FileSourceTerms {
  /** Where its files go, from the home folder or the folder of the package; `.` for that folder itself. */
  path: string;
  newRootPath: string | null;
  includePaths: readonly string[];
  excludePaths: readonly string[];
  /** Globs of licences, which are kept whatever the others say; null: the usual ones. */
  legalPaths: readonly string[] | null;
  /** Line in the definition. */
  line: number;
}

export interface GitSource {
  kind: 'git';
  url: string;
  /** Branch, `origin/branch`, tag or commit, tried in this order; null: `semver` chooses a tag. */
  refs: readonly string[] | null;
  semver: SemverChoice | null;
  /** False: the files alone, without their history. */
  history: boolean;
  /** Submodules are left out rather than refused. */
  skipsSubmodules: boolean;
}

export interface HttpSource {
  kind: 'http';
  url: string;
  sha256: string | null;
  unpacks: boolean;
}

export interface ImageSource {
  kind: 'image';
  /** With a tag or digest, where `semver` does not choose the tag. */
  url: string;
  semver: SemverChoice | null;
}

export interface InlineSource {
  kind: 'inline';
  files: ReadonlyMap<string, string>;
}

export interface GithubReleaseSource {
  kind: 'githubRelease';
  /** `owner/name`. */
  slug: string;
  /** Null: `semver`, or the latest where that is null too. */
  tag: string | null;
  semver: SemverChoice | null;
  /** Globs of names; empty: all. */
  assetNames: readonly string[];
  /** SHA-256 by name. */
  checksums: Readonly<Record<string, string>>;
  /** Whether digests in the release's notes are held against its files. */
  checksNotes: boolean;
  /** Name of the archive to unpack; null: files stay as they are. */
  unpack: string | null;
}

/** One source of files of a lab or package. */
export type FileSource = FileSourceTerms & (GitSource | HttpSource | ImageSource | InlineSource | GithubReleaseSource);

/** A package of the lab platform: start-up scripts and programs that several labs share. */
export interface LabPackage {
  name: string;
  sources: readonly FileSource[];
}

/** What a definition names besides the published folder. */
export interface LabSources {
  /** Laid over one another in this order, over the files of the published folder. */
  files: readonly FileSource[];
  packages: readonly LabPackage[];
}

/** What a source is known by in the lock of a lab: its address without a password, and what is wanted of it; null for texts. */
export function lockedAddress(source: FileSource): { from: string; wants: string } | null {
  if (source.kind === 'inline') return null;
  const from = addressOf(source).replace(/\/\/[^/@]*@/, '//');
  if (source.kind === 'http') return { from, wants: '' };
  const tag = source.kind === 'git' ? source.refs?.join(' or ') : source.kind === 'githubRelease' ? source.tag : null;
  return { from, wants: tag ?? versionsOf(source.semver) };
}

const versionsOf = (semver: SemverChoice | null): string =>
  semver === null ? '' : [semver.constraints ?? 'any version', ...(semver.prereleases ?? [])].join(' ');

/** Address of a source, for messages and the version history. */
export function addressOf(source: FileSource): string {
  switch (source.kind) {
    case 'inline':
      return 'inline';
    case 'githubRelease':
      return `https://github.com/${source.slug}/releases`;
    default:
      return source.url;
  }
}
