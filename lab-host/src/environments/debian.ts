import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where packages come from, one line as in `/etc/apt/sources.list`. */
export type SourceLine = string;

/** The value of a key of `/etc/os-release`. */
function releaseOf(text: string): string | null {
  return /^VERSION_CODENAME=["']?([\w-]+)/m.exec(text)?.[1] ?? null;
}

/** The entries of a file in the one-line form. */
function oneLineEntries(text: string): SourceLine[] {
  return text
    .split('\n')
    .map((line) => line.replace(/#.*$/, '').trim())
    .filter((line) => /^deb\s/.test(line));
}

/** The entries of a file in the form of paragraphs. */
function paragraphEntries(text: string): SourceLine[] {
  const bare = text.replace(/^#.*\n?/gm, '');
  return bare.split(/\n\s*\n/).flatMap((paragraph) => {
    const field = (name: string) =>
      (new RegExp(`^${name}:[ \\t]*(.*(?:\\n[ \\t].*)*)`, 'im').exec(paragraph)?.[1] ?? '')
        .split(/\s+/)
        .filter(Boolean);
    if (!field('Types').includes('deb') || field('Enabled')[0] === 'no') return [];
    const [signer] = field('Signed-By');
    const option = signer?.startsWith('/') ? `[signed-by=${signer}] ` : '';
    const components = field('Components').join(' ');
    return field('URIs').flatMap((uri) =>
      field('Suites').map((suite) => `deb ${option}${uri} ${suite} ${components}`.trim()),
    );
  });
}

/** The suite of an entry: the word behind the address. */
function suiteOf(entry: SourceLine): string {
  const [, , suite = ''] = entry.replace(/\[[^\]]*\]\s*/, '').split(/\s+/);
  return suite;
}

/**
 * The entries of the machine's own release, without those of other vendors.
 *
 * @param files contents by name; `.sources` files have paragraphs
 */
export function sourcesOfRelease(release: string, files: Readonly<Record<string, string>>): SourceLine[] {
  const all = Object.entries(files).flatMap(([name, text]) =>
    name.endsWith('.sources') ? paragraphEntries(text) : oneLineEntries(text),
  );
  const suites = new RegExp(`^${release}(?:-(?:updates|security|backports))?$`);
  return [...new Set(all.filter((entry) => suites.test(suiteOf(entry))))];
}

/** Release and sources of this machine; null where it is no Debian or Ubuntu. */
export function aptOfThisMachine(etc = '/etc'): { release: string; sources: SourceLine[] } | null {
  const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  const release = releaseOf(read(join(etc, 'os-release')));
  if (release === null) return null;
  const more = join(etc, 'apt/sources.list.d');
  const names = existsSync(more) ? readdirSync(more).filter((name) => /\.(?:list|sources)$/.test(name)) : [];
  const files = Object.fromEntries(names.sort().map((name) => [name, read(join(more, name))]));
  const sources = sourcesOfRelease(release, { 'sources.list': read(join(etc, 'apt/sources.list')), ...files });
  return sources.length === 0 ? null : { release, sources };
}

/** The command line of mmdebstrap that writes a root with these packages to a file. */
export function debianArguments(
  { release, sources }: { release: string; sources: readonly SourceLine[] },
  packages: readonly string[],
  target: string,
): string[] {
  return [
    '--variant=minbase',
    '--format=tar',
    `--include=${packages.join(',')}`,
    '--aptopt=APT::Install-Recommends "false"',
    // A root that is not finished is thrown away: nothing has to be on the disk in between.
    '--dpkgopt=force-unsafe-io',
    '--skip=output/mknod',
    release,
    target,
    ...sources,
  ];
}
