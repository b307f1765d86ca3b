import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET_SETTINGS, SETTINGS } from '@academy/server/composition/settings';
import { OTHER_VARIABLES } from '@academy/server/settings/setting-names';

export const SETTINGS_REFERENCE = join(import.meta.dirname, '../docs/reference/settings.md');

/** The settings' reference page, made from their one definition. */
export function settingsReference(): string {
  const rows = Object.values(SETTINGS).map(({ name, default: fallback, about }) => {
    const value = typeof fallback === 'object' ? '' : `\`${fallback}\``;
    return `| \`${name}\` | ${value} | ${about} |`;
  });
  const secrets = SECRET_SETTINGS.map((key) => `\`${SETTINGS[key].name}\``);
  return [
    '# Settings',
    '',
    'The server reads its settings from environment variables, checks all of them at start and names every problem at once.',
    '`./academy config --print` shows the value that counts of each and where it comes from, with secrets masked.',
    'This page is generated from `server/src/composition/settings.ts` by `node scripts/settings-reference.ts`.',
    '',
    `Secrets (${secrets.join(', ')}) may stand in a file instead: \`<variable>_FILE\` names it, such as \`ACADEMY_KEY_SECRET_FILE\`.`,
    '',
    '| Variable | Default | Meaning |',
    '|---|---|---|',
    ...rows,
    '',
    'A variable that is nearly called like one of these is refused at start, with the name that was meant; any other one that',
    'begins with `ACADEMY_` and that nothing reads is warned of. Outside of `local` a variable without a value is refused.',
    '',
    '## Other variables',
    '',
    'Read by commands and tests; by the server only where it says so.',
    '',
    '| Variable | Meaning |',
    '|---|---|',
    ...OTHER_VARIABLES.map(({ name, about }) => `| \`${name}\` | ${about} |`),
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(SETTINGS_REFERENCE, settingsReference());
