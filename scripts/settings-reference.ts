import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '@academy/server/settings';

export const SETTINGS_REFERENCE = join(import.meta.dirname, '../docs/reference/settings.md');

/** The settings' reference page, made from their one definition. */
export function settingsReference(): string {
  const rows = Object.values(SETTINGS).map(({ name, default: fallback, about }) => {
    const value = fallback === null || (Array.isArray(fallback) && fallback.length === 0) ? '' : `\`${fallback}\``;
    return `| \`${name}\` | ${value} | ${about} |`;
  });
  return [
    '# Settings',
    '',
    'The server reads its settings from environment variables, checks all of them at start and names every problem at once.',
    'This page is generated from `server/src/settings.ts` by `node scripts/settings-reference.ts`.',
    '',
    '| Variable | Default | Meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

if (import.meta.main) writeFileSync(SETTINGS_REFERENCE, settingsReference());
