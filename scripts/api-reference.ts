import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallDescription, describeCalls } from '@academy/server/api-reference/describe-calls';
import type { Parameter } from '@academy/server/api-reference/json-schemas';
import { OTHER_ADDRESSES } from '@academy/server/api-reference/other-addresses';
import { limitsOf, plainTypeText } from '@academy/server/api-reference/type-text';

export const API_REFERENCE = join(import.meta.dirname, '../docs/reference/api.md');

/** The reference page of all calls, made from the contract as `/api-reference` is. */
export function apiReference(): string {
  const { groups, entities } = describeCalls();
  return [
    '# The calls',
    '',
    'Every call of the API. The running product shows the same at `/api-reference`, with an example of each, and to machines',
    'at `/openapi.json`. How calls are made: [use the API](../how-to/use-the-api.md). Who may make which:',
    '[permissions](permissions.md). This page is generated from the contract by `node scripts/api-reference.ts`.',
    '',
    ...groups.map(({ title, calls }) => `- ${title}: ${calls.map(({ call }) => linkTo(call.name)).join(', ')}`),
    '- [Besides the calls](#besides-the-calls)',
    '- [Entities](#entities)',
    '',
    ...groups.flatMap(({ title, about, calls }) => [`## ${title}`, '', about, '', ...calls.flatMap(callSection)]),
    '## Besides the calls',
    '',
    'Addresses outside of the base address `/api/v1`, for programs that run, watch or find an academy. They need no log-in.',
    '',
    '| Address | Answer |',
    '|---|---|',
    ...OTHER_ADDRESSES.map(({ address, answer }) => `| \`${address}\` | ${answer} |`),
    '',
    '## Entities',
    '',
    'What replies are made of.',
    '',
    ...Object.entries(entities).flatMap(([name, schema]) => [`### ${name}`, '', ...code(plainTypeText(schema))]),
  ].join('\n');
}

const linkTo = (name: string) => `[${name}](#${name.toLowerCase()})`;
const code = (text: string) => ['```ts', text, '```', ''];

function callSection({ call, who, parameters, body, reply, refusals }: CallDescription): string[] {
  const codes = [...refusals].map(([status, some]) => `${status} ${some.map((one) => `\`${one}\``).join(', ')}`);
  return [
    `### ${call.name}`,
    '',
    `\`${call.method} ${call.path}\``,
    '',
    call.summary,
    '',
    `For: ${who}.`,
    '',
    ...(parameters.length === 0 ? [] : [...parameters.map(parameterLine), '']),
    ...(body === null ? [] : ['Body:', '', ...code(plainTypeText(body))]),
    ...(call.form ? ['Form data with the same fields is understood, too: `multipart/form-data`.', ''] : []),
    ...(call.body === 'stream' ? ['Body: a gzipped tar, `application/gzip`.', ''] : []),
    ...(reply === null ? ['Reply: a file, `text/csv`.', ''] : ['Reply:', '', ...code(plainTypeText(reply))]),
    `Refusals: ${codes.join('; ')}.`,
    '',
  ];
}

function parameterLine({ name, in: place, required, schema }: Parameter): string {
  const facts = [place, ...(required ? ['required'] : []), ...limitsOf(schema)].join(', ');
  return `- \`${name}\` \`${plainTypeText(schema)}\` (${facts.replaceAll('*', '\\*')})`;
}

if (import.meta.main) writeFileSync(API_REFERENCE, apiReference());
