import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { IMPORT_BATCH, type ImportResult } from '@academy/contract/people-import';
import {
  type PeopleFile,
  type PeopleFileProblem,
  type RowProblem,
  readPeopleFile,
} from '@academy/contract/rules/people-file';
import { FILE_ENCODINGS, type FileEncoding } from '@academy/contract/rules/text-encoding';
import { importedGroups } from '@academy/server/groups/import-groups';
import { peopleImportService } from '@academy/server/people/people-import.service';
import { CommandProblem, defineCommand, EXIT, type Terminal, usageProblem } from '../../command.ts';
import { withDatabase } from '../../database-access.ts';
import { printable, table } from '../../table.ts';
import { academyOf, INVITE, invitationsOf, TENANT } from './invitations.ts';
import { BY_OPERATOR, DATA, JSON_OPTION, rightsOf, settingsOf } from './people.ts';

const COMMAND = 'user import';

export const userImport = defineCommand({
  name: COMMAND,
  summary: 'Add and change people from a CSV file, as the page of the administration does.',
  details: [
    'The first line names the columns: email, firstName, lastName, proStartsAt, proEndsAt, isAdmin, groups. Empty fields stay as they are.',
    'A file that is neither UTF-8 nor UTF-16 is only shown: name its encoding with --encoding once the names are right.',
    'Can be reverted on the page "Imports of users" for 24 hours.',
  ],
  words: ['<file>'],
  options: {
    encoding: { type: 'string', value: '<name>', about: `Encoding of the file: ${FILE_ENCODINGS.join(', ')}` },
    'dry-run': { type: 'boolean', about: 'Only show what each row would do' },
    'may-lower': { type: 'boolean', about: 'Apply also rows that revoke a role or shorten a membership' },
    invite: INVITE,
    tenant: TENANT,
    data: DATA,
    json: JSON_OPTION,
  },
  async run(values, terminal, [path = '']) {
    const file = fileOf(path, values.encoding, terminal);
    // Names that may be wrong are stored only after they were confirmed.
    const isUnsure = file.isGuess && values.encoding === undefined;
    const dryRun = values['dry-run'] === true || isUnsure;
    const settings = settingsOf(values.data, terminal);
    const results = await withDatabase(settings, async ({ db }) => {
      const invite = values.invite === true && !dryRun;
      const { invitations, by } = invite
        ? await invitationsOf(db, settings, values.tenant, COMMAND)
        : { invitations: NOBODY_INVITED, by: BY_OPERATOR };
      const rights = await rightsOf(db, settings);
      const makesAccounts = settings.identity !== 'external';
      const { tenantId } = (await academyOf(values.tenant, COMMAND)).tenant;
      const groupsIn = importedGroups;
      const service = peopleImportService({ db, rights, invitations, groupsIn, makesAccounts, changed: () => {} });
      const [importId, fileName] = [crypto.randomUUID(), file.name];
      const terms = { importId, tenantId, fileName, dryRun, invite, mayLower: values['may-lower'] === true, by };
      const rows = file.rows.filter(({ line }) => !file.refused.has(line));
      const done: ImportResult[] = refusedRows(file);
      for (let at = 0; at < rows.length; at += IMPORT_BATCH)
        done.push(...(await service.importPeople(rows.slice(at, at + IMPORT_BATCH), terms)));
      return done.toSorted((a, b) => a.line - b.line);
    });
    if (values.json === true) terminal.out(JSON.stringify({ dryRun, encoding: file.encoding, results }));
    else for (const line of linesOf(file, results, dryRun)) terminal.out(line);
    if (isUnsure) {
      terminal.err(`Nothing was imported: the file does not say its encoding, and was read as ${file.encoding}.`);
      terminal.err(`If the names are right, add "--encoding ${file.encoding}"; if not, try another one.`);
      return EXIT.failed;
    }
    return results.some(({ outcome }) => outcome === 'error') ? EXIT.failed : EXIT.ok;
  },
});

const NOBODY_INVITED = {
  invitePerson: (): never => {
    throw new Error('there is no address to invite');
  },
};

function fileOf(path: string, encoding: string | undefined, terminal: Terminal): PeopleFile {
  const known = FILE_ENCODINGS.find((name) => name === encoding?.toLowerCase());
  if (encoding !== undefined && known === undefined)
    throw usageProblem(`--encoding must be one of ${FILE_ENCODINGS.join(', ')}.`, COMMAND);
  const read = readPeopleFile(bytesOf(resolve(terminal.cwd, path)), {
    name: basename(path),
    ...(known === undefined ? {} : { encoding: known satisfies FileEncoding }),
  });
  if ('problem' in read)
    throw new CommandProblem(EXIT.failed, `${path} cannot be imported: ${wordsOf(read.problem)}.`, SAVE_AS);
  return read;
}

const SAVE_AS = 'In a spreadsheet, save the list as "CSV UTF-8", with the names of the columns in the first line.';

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CommandProblem(
      EXIT.failed,
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
      'Name the file with the list of people.',
    );
  }
}

function wordsOf(problem: PeopleFileProblem): string {
  switch (problem.is) {
    case 'empty':
      return 'it is empty';
    case 'workbook':
      return 'it is a workbook, not a CSV file';
    case 'no-text':
      return 'it is not text';
    case 'no-email-column':
      return 'its first line names no column email';
    case 'no-rows':
      return 'it names columns but has no rows';
    case 'no-csv':
      return `a field begins with a quotation mark in line ${problem.line} and does not end with one`;
    case 'unknown-columns':
      return `unknown columns: ${problem.columns}`;
    case 'repeated-columns':
      return `columns that another one repeats: ${problem.columns}`;
    case 'too-many-rows':
      return `it has ${problem.count} rows; at most 50,000 are imported at a time`;
  }
}

function refusedRows({ rows, refused }: PeopleFile): ImportResult[] {
  return rows.flatMap(({ line, email }): ImportResult[] => {
    const problem = refused.get(line);
    if (problem === undefined) return [];
    return [{ line, email, outcome: 'error', message: rowWords(problem), lowers: false, raises: false }];
  });
}

function rowWords(problem: RowProblem): string {
  switch (problem.is) {
    case 'repeated':
      return `email: stands in line ${problem.line} already`;
    case 'more-fields':
      return `has ${problem.fields} fields, the first line ${problem.columns} columns`;
    case 'cut-off':
      return 'the file ends in the middle of this row';
  }
}

/** Each row with its name, and the number of each outcome. */
function linesOf({ rows }: PeopleFile, results: readonly ImportResult[], dryRun: boolean): string[] {
  const names = new Map(rows.map(({ line, firstName, lastName }) => [line, `${firstName} ${lastName}`.trim()]));
  const count = (outcome: ImportResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  return [
    ...table(
      ['Line', 'E-mail', 'Name', 'Outcome', 'Details'],
      results.map(({ line, email, outcome, message }) => [
        String(line),
        printable(email),
        printable(names.get(line) ?? ''),
        outcome,
        printable(message ?? ''),
      ]),
    ),
    `${dryRun ? 'Would be: ' : ''}${count('created')} added, ${count('updated')} changed, ${count('unchanged')} unchanged, ${count('error')} with errors.`,
  ];
}
