import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { buildItem } from '@academy/content/build';
import {
  FINDABLE_KINDS,
  type FoundItem,
  findItems,
  itemOfFile,
  type LoadedItem,
  loadItem,
} from '@academy/content/find-items';
import { gitSource } from '@academy/content/git-source';
import type { ContentKind } from '@academy/contract/publishing';
import { TenantIdSchema } from '@academy/contract/tenants';
import { loadTenants } from '@academy/tenants';
import * as v from 'valibot';
import { type Command, defineCommand, required, type Terminal, usageProblem } from '../command.ts';
import { apiAccess } from '../publishing/api-access.ts';
import { finish, type ItemReport, itemLines, placeFindings } from '../publishing/report.ts';
import { sendItem } from '../publishing/send-item.ts';

const FILE = { type: 'string', short: 'f', value: '<file>', about: 'The item’s JSON file' } as const;
const PATH = { type: 'string', value: '<folder>', about: 'Folder to search, with all folders in it' } as const;

const CHECKING = {
  tenant: { type: 'string', value: '<tenant>', about: 'The academy; otherwise the beginning of each id tells it' },
  strict: { type: 'boolean', about: 'Refuse an item with any finding' },
  json: { type: 'boolean', about: 'Print JSON' },
} as const;

const SENDING = {
  url: { type: 'string', value: '<url>', about: 'API base including /api/v1 (ACADEMY_API_URL; default: this machine)' },
  token: {
    type: 'string',
    value: '<token>',
    about: 'Token (ACADEMY_API_TOKEN; default: the one that the local server keeps)',
  },
  data: { type: 'string', value: '<folder>', about: 'Data folder whose local tokens are used' },
  'dry-run': { type: 'boolean', about: 'Let the server check everything and change nothing' },
} as const;

const DETAILS = [
  'Prints one line per item and one per finding (path:line: severity code: text), totals last.',
  'Exit status: 0 well, 1 findings of severity error or fatal, 2 wrong use, 3 server unreachable or token refused.',
];

type Values = Readonly<Record<string, string | boolean | undefined>>;

/** Where the items of one command come from. */
interface Source {
  /** `course`, `instructors`, `all`. */
  what: string;
  about: string;
  options: Command['options'];
  find(values: Values, terminal: Terminal, command: string): Promise<FoundItem[]>;
}

const SOURCES: readonly Source[] = [
  {
    what: 'course',
    about: 'a course from its course.template.json or course.json',
    options: { file: FILE },
    find: (values, terminal, command) => fromFile('course', values, terminal, command),
  },
  {
    what: 'instructors',
    about: 'all instructors of a folder',
    options: { path: PATH },
    find: (values, terminal, command) => fromFolder(['instructor'], values, terminal, command),
  },
  {
    what: 'all',
    about: 'everything in a folder, in the order in which it refers to each other',
    options: { path: PATH },
    find: (values, terminal, command) => fromFolder(FINDABLE_KINDS, values, terminal, command),
  },
];

const [applyCourse, applyInstructors, applyAll] = SOURCES.map((source) => makeCommand('apply', source));
const [validateCourse, validateInstructors, validateAll] = SOURCES.map((source) => makeCommand('validate', source));

export { applyAll, applyCourse, applyInstructors, validateAll, validateCourse, validateInstructors };

function makeCommand(verb: 'apply' | 'validate', source: Source): Command {
  const name = `${verb} ${source.what}`;
  return defineCommand({
    name,
    summary: `${verb === 'apply' ? 'Publish' : 'Check without sending:'} ${source.about}.`,
    details: DETAILS,
    options: { ...source.options, ...CHECKING, ...(verb === 'apply' ? SENDING : {}) },
    async run(values, terminal) {
      const found = await source.find(values, terminal, name);
      return publish(verb, found, values, terminal, name);
    },
  });
}

async function publish(
  verb: 'apply' | 'validate',
  found: readonly FoundItem[],
  values: Values,
  terminal: Terminal,
  command: string,
): Promise<number> {
  const strict = values.strict === true;
  const json = values.json === true;
  const dryRun = values['dry-run'] === true;
  const tenantId = text(values.tenant) ?? null;
  if (tenantId !== null && !v.is(TenantIdSchema, tenantId)) throw usageProblem(`"${tenantId}" is no tenant.`, command);
  const tenants = [...(await loadTenants()).keys()];
  const access =
    verb === 'apply'
      ? apiAccess({ url: text(values.url), token: text(values.token), data: text(values.data) }, terminal, command)
      : null;

  const reports: ItemReport[] = [];
  for (const one of found) {
    const { source, variables } = await gitSource(one.root, { ...terminal.env });
    const loaded = await loadItem(one, { tenantId, tenants, variables, ...(source === undefined ? {} : { source }) });
    const report = await handle(loaded);
    reports.push({ ...report, findings: placeFindings(report.findings, one.root, terminal.cwd) });
    const last = reports.at(-1);
    if (last !== undefined && !json) for (const line of itemLines(last, dryRun ? ', dry run' : '')) terminal.out(line);
  }
  return finish(reports, { json, strict }, terminal);

  async function handle({
    item,
    tenantId: owner,
    findings,
    found: { kind, root, file },
  }: LoadedItem): Promise<ItemReport> {
    const id = item?.id ?? relative(terminal.cwd, resolve(root, file));
    const head = { kind, id, tenantId: owner };
    if (item === null || owner === null) return { ...head, outcome: 'skipped', version: null, findings };
    if (access === null) {
      const built = await buildItem(item.kind, item.files, { ...item.options, tenantId: owner });
      const refused = built.refused || (strict && built.findings.length + findings.length > 0);
      return {
        ...head,
        outcome: refused ? 'skipped' : 'checked',
        version: null,
        findings: [...findings, ...built.findings],
      };
    }
    if (strict && findings.length > 0) return { ...head, outcome: 'skipped', version: null, findings };
    const sent = await sendItem(access, item, { tenantId: owner, dryRun, strict });
    return { ...head, ...sent, findings: [...findings, ...sent.findings] };
  }
}

async function fromFile(kind: ContentKind, values: Values, terminal: Terminal, command: string): Promise<FoundItem[]> {
  const file = required(text(values.file), 'file', command);
  const item = await itemOfFile(kind, resolve(terminal.cwd, file));
  if (item === null) throw usageProblem(`There is no file ${file}.`, command);
  return [item];
}

async function fromFolder(
  kinds: readonly ContentKind[],
  values: Values,
  terminal: Terminal,
  command: string,
): Promise<FoundItem[]> {
  const given = required(text(values.path), 'path', command);
  const folder = resolve(terminal.cwd, given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw usageProblem(`There is no folder ${given}.`, command);
  }
  const items = await findItems(kinds, folder);
  if (items.length === 0) throw usageProblem(`There is nothing to publish in ${given} (${kinds.join(', ')}).`, command);
  return items;
}

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
