/** What an environment is made of. */
export type EnvironmentSource =
  | { kind: 'debian'; packages: string[] }
  /** A reference in a registry, or a folder in the OCI layout. */
  | { kind: 'oci'; image: string }
  | { kind: 'folder'; folder: string };

/** Names of Debian packages, also with a version (`=`) or architecture (`:`); no options of programs. */
const PACKAGE = /^[a-z\d][a-z\d+.-]*(?::[a-z\d]+)?(?:=[\w.+:~-]+)?$/;

/** `debian:git,curl`, `oci:docker.io/library/node:22`, `folder:/srv/roots/java`; null for anything else. */
export function sourceOf(from: string): EnvironmentSource | null {
  const [, kind, rest = ''] = /^(debian|oci|folder):(.+)$/s.exec(from.trim()) ?? [];
  if (kind === 'folder') return { kind, folder: rest };
  if (kind === 'oci') return /^[\w./][\w.:/@-]*$/.test(rest) ? { kind, image: rest } : null;
  if (kind !== 'debian') return null;
  const packages = rest
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return packages.length > 0 && packages.every((name) => PACKAGE.test(name)) ? { kind, packages } : null;
}
