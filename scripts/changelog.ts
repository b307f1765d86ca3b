const UNRELEASED = '## [Unreleased]';

/** The lines between a heading and the next one of its level. */
function sectionOf(changelog: string, heading: string): string {
  const lines = changelog.split('\n');
  const from = lines.findIndex((line) => line.startsWith(heading));
  if (from < 0) return '';
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith('## '));
  return lines
    .slice(from + 1, length < 0 ? undefined : from + 1 + length)
    .join('\n')
    .trim();
}

/** Why nothing can be released from this changelog; null when it can. */
export function changelogProblem(changelog: string): string | null {
  if (!changelog.includes(`${UNRELEASED}\n`)) return 'CHANGELOG.md has no section "[Unreleased]".';
  return /^- /m.test(sectionOf(changelog, UNRELEASED))
    ? null
    : 'CHANGELOG.md says nothing below "[Unreleased]": write what changed for operators, authors and learners.';
}

/** Gives what is unreleased a version and a date (`2030-05-03`), and begins an empty section above it. */
export function datedChangelog(changelog: string, version: string, date: string): string {
  return changelog.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## [${version}] - ${date}\n`);
}

/** The section of one version, as notes of its release. */
export const notesOf = (changelog: string, version: string): string =>
  `# Academy ${version}\n\n${sectionOf(changelog, `## [${version}]`)}\n`;
