import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { FINDABLE_KINDS, findItems, itemOfFile } from '@academy/content/find-items';
import type { FoundItem } from '@academy/content/found-item';
import { DraftNameSchema } from '@academy/contract/drafts';
import type { ContentKind } from '@academy/contract/publishing';
import { LAB_SETTINGS } from '@academy/server/labs/lab-settings';
import { loadTenants } from '@academy/tenants';
import * as v from 'valibot';
import { type Command, defineCommand, type OptionSpecs, type Terminal, usageProblem } from '../command.ts';
import { REFRESH_OPTION } from '../lab-files/fetch-held.ts';
import { labFilesFetcher } from '../lab-files/fetch-lab-files.ts';
import { SOURCE_MAP_OPTION, sourceMap } from '../lab-files/source-map.ts';
import { knownEnvironments } from '../labs/known-environments.ts';
import { labSetting } from '../labs/lab-setting.ts';
import { lightShellFindings } from '../labs/light-shell-findings.ts';
import { apiAccess } from '../publishing/api-access.ts';
import { pictureCache, pictureFetcher } from '../publishing/fetch-pictures.ts';
import { reasonOfNothing } from '../publishing/reason-of-nothing.ts';
import { runItems } from '../publishing/run.ts';
import { tenantMap } from '../publishing/tenant-map.ts';

const FILE = { type: 'string', short: 'f', value: '<file>', about: 'The item’s JSON file' } as const;
const PATH = { type: 'string', value: '<folder>', about: 'Folder to search, with all folders in it' } as const;

const CHECKING = {
  tenant: { type: 'string', value: '<tenant>', about: 'The academy; otherwise the beginning of each id tells it' },
  'tenant-map': {
    type: 'string',
    multiple: true,
    value: '<folder>=<tenant>',
    about: 'The academy of a folder whose ids do not tell it; may be given several times',
  },
  environments: {
    type: 'string',
    value: '<folder or names>',
    about: 'Where labs can run, to check what they name (default: the folder of ACADEMY_LAB_ENVIRONMENTS)',
  },
  'fetch-images': { type: 'boolean', about: 'Fetch pictures of other hosts from here and publish copies' },
  'source-map': SOURCE_MAP_OPTION,
  strict: { type: 'boolean', about: 'Refuse an item with any finding' },
  json: { type: 'boolean', about: 'Print JSON' },
  version: { type: 'boolean', hidden: true, about: 'Accepted for scripts of older tools' },
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
  draft: {
    type: 'string',
    value: '<name>',
    about: 'Publish nothing: put everything into the draft of this name, and print the link that shows it',
  },
  force: { type: 'boolean', about: 'Publish over a version that these files are not based on' },
  prune: { type: 'boolean', about: 'Set to draft what came from the same source and is gone (with --path)' },
  'yes-also-from': {
    type: 'string',
    multiple: true,
    value: '<source>',
    about: 'With --prune, also set to draft what came from this other source of the same name',
  },
  'require-proof': {
    type: 'boolean',
    about: 'Refuse labs without a record of their proof, and the courses and guides that use them',
  },
  source: { type: 'string', value: '<name>', about: 'Name of the source where git does not tell it' },
  'refresh-files': REFRESH_OPTION,
} as const;

/** Scripts pass the same global options to every call, so checking accepts and ignores them. */
const SENDING_UNUSED: OptionSpecs = {
  url: { ...SENDING.url, hidden: true },
  token: { ...SENDING.token, hidden: true },
  data: { ...SENDING.data, hidden: true },
  source: { ...SENDING.source, hidden: true },
  'dry-run': { ...SENDING['dry-run'], hidden: true },
  draft: { ...SENDING.draft, hidden: true },
  force: { ...SENDING.force, hidden: true },
  prune: { ...SENDING.prune, hidden: true },
  'yes-also-from': { ...SENDING['yes-also-from'], hidden: true },
  'require-proof': { ...SENDING['require-proof'], hidden: true },
  'refresh-files': { ...REFRESH_OPTION, hidden: true },
};

const ONLINE = { type: 'boolean', about: 'Also fetch the files that labs name, and check them' } as const;
const LINKS = { type: 'boolean', about: 'Also ask other sites whether links to them still lead somewhere' } as const;

const DETAILS = [
  'Prints one line per item and one per finding (path:line: severity code: text), totals last.',
  'Exit status: 0 well, 1 findings of severity error or fatal, 2 wrong use, 3 server unreachable or token refused.',
];

type Values = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** What one command publishes. */
interface Source {
  /** `course`, `instructors`, `all`. */
  what: string;
  about: string;
  kinds: readonly ContentKind[];
  /** False unless it is a single JSON file. */
  fromFile: boolean;
}

const SOURCES: readonly Source[] = [
  { what: 'course', about: 'courses (course.template.json, course.json)', kinds: ['course'], fromFile: true },
  { what: 'guide', about: 'guides (guide.json)', kinds: ['guide'], fromFile: true },
  { what: 'page', about: 'pages (page.json)', kinds: ['page'], fromFile: true },
  { what: 'path', about: 'learning paths (path.json)', kinds: ['path'], fromFile: true },
  { what: 'test', about: 'tests (test.json)', kinds: ['test'], fromFile: true },
  { what: 'tags', about: 'the names of topics (tags.json)', kinds: ['tags'], fromFile: true },
  { what: 'instructors', about: 'instructors (instructor.json)', kinds: ['instructor'], fromFile: true },
  {
    what: 'all',
    about: 'everything in a folder, in the order in which it refers to each other',
    kinds: FINDABLE_KINDS,
    fromFile: false,
  },
];

export const applyCommands = SOURCES.map((source) => makeCommand('apply', source));
export const validateCommands = SOURCES.map((source) => makeCommand('validate', source));

function makeCommand(verb: 'apply' | 'validate', source: Source): Command {
  const name = `${verb} ${source.what}`;
  const more: OptionSpecs = verb === 'apply' ? SENDING : { links: LINKS, online: ONLINE, ...SENDING_UNUSED };
  const options: OptionSpecs = { ...(source.fromFile ? { file: FILE } : {}), path: PATH, ...CHECKING, ...more };
  return defineCommand<OptionSpecs>({
    name,
    summary: `${verb === 'apply' ? 'Publish' : 'Check without sending:'} ${source.about}.`,
    details: DETAILS,
    options,
    run: (values, terminal) => run(verb, source, values, terminal, name),
  });
}

async function run(
  verb: 'apply' | 'validate',
  source: Source,
  values: Values,
  terminal: Terminal,
  command: string,
): Promise<number> {
  const tenants = [...(await loadTenants()).keys()];
  const tenantId = text(values.tenant) ?? null;
  if (tenantId !== null && !tenants.includes(tenantId)) {
    throw usageProblem(`There is no tenant "${tenantId}"; there are: ${tenants.join(', ')}.`, command);
  }
  const isApply = verb === 'apply';
  if (isApply && values.prune === true && values.path === undefined) {
    throw usageProblem('--prune needs --path: one file does not tell what is gone.', command);
  }
  if (isApply && values.prune !== true && list(values['yes-also-from']).length > 0)
    throw usageProblem('--yes-also-from is for --prune only.', command);
  const draft = isApply ? (text(values.draft) ?? null) : null;
  if (draft !== null && !v.is(DraftNameSchema, draft))
    throw usageProblem('The name of a draft has letters, digits, ".", "_" and "-": --draft pr-42.', command);
  if (draft !== null && (values.prune === true || values['dry-run'] === true))
    throw usageProblem('--draft publishes nothing: leave out --prune and --dry-run.', command);
  const { found, base } = await findFor(source, values, terminal, command);
  const access = { url: text(values.url), token: text(values.token), data: text(values.data) };
  const environments = knownEnvironments(text(values.environments), terminal, command);
  const engines = labSetting(LAB_SETTINGS.labEngines, terminal, command) ?? {};
  return runItems(
    {
      command,
      found,
      base,
      kinds: source.kinds,
      tenants,
      tenantId,
      access: isApply ? apiAccess(access, terminal, command) : null,
      tenantOfFolder: tenantMap(list(values['tenant-map']), [base, terminal.cwd], tenants, command),
      sourceName: text(values.source) ?? null,
      fetchPicture: values['fetch-images'] === true ? pictureFetcher(pictureCache(terminal.env)) : null,
      dryRun: isApply && values['dry-run'] === true,
      strict: values.strict === true,
      json: values.json === true,
      force: values.force === true,
      prune: isApply && values.prune === true,
      alsoFrom: list(values['yes-also-from']),
      draft,
      requireProof: isApply && values['require-proof'] === true,
      links: values.links === true,
      labFiles:
        isApply || values.online === true
          ? labFilesFetcher({
              map: sourceMap(list(values['source-map']), { cwd: terminal.cwd, base, command }),
              env: { ...terminal.env },
            })
          : null,
      refreshFiles: isApply && values['refresh-files'] === true,
      environments,
      labFindings: (items) => lightShellFindings(items, { engines, environments }),
    },
    terminal,
  );
}

async function findFor(
  { kinds, fromFile }: Source,
  values: Values,
  terminal: Terminal,
  command: string,
): Promise<{ found: FoundItem[]; base: string }> {
  const [file, folder] = [text(values.file), text(values.path)];
  if ((file === undefined) === (folder === undefined)) {
    const wanted = fromFile ? 'one of the options --file and --path' : 'the option --path';
    throw usageProblem(file === undefined ? `${capital(wanted)} is missing.` : `Only ${wanted} may be given.`, command);
  }
  if (file !== undefined) {
    const full = resolve(terminal.cwd, file);
    const [kind] = kinds;
    const item = kind === undefined ? null : await itemOfFile(kind, full);
    if (item === null) throw usageProblem(`There is no file ${file}.`, command);
    return { found: [item], base: dirname(full) };
  }
  const base = resolve(terminal.cwd, folder ?? '');
  if (statSync(base, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw usageProblem(`There is no folder ${folder}.`, command);
  }
  const found = await findItems(kinds, base);
  if (found.length === 0)
    throw usageProblem(
      `There is nothing to publish in ${folder} (${kinds.join(', ')}).${await reasonOfNothing(base, terminal.cwd)}`,
      command,
    );
  return { found, base };
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function text(value: Values[string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function list(value: Values[string]): string[] {
  return Array.isArray(value) ? value : [];
}
