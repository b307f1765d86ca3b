import { LESSON_KINDS } from '@academy/content/skeletons';
import { getContentVersion, listContentVersions, rollBackContent } from '@academy/contract/publishing-history';
import { loadTenants } from '@academy/tenants';
import { CommandProblem, defineCommand, EXIT, numberOption } from '../command.ts';
import { writeSkeleton } from '../new-content/write-skeleton.ts';
import { callApi } from '../publishing/api-client.ts';
import { ACCESS, absent, ITEM_WORDS, type Named, namedItem } from '../publishing/named-item.ts';
import { counted, type ItemReport, itemLines } from '../publishing/report.ts';
import { printable, table } from '../table.ts';
import { unifiedDiff } from '../unified-diff.ts';

export { contentFiles } from './content-files.ts';
export { contentDelete, contentUnpublish } from './content-removal.ts';

const JSON_OPTION = { type: 'boolean', about: 'Print JSON' } as const;
const MAX_VERSIONS = 999_999_999;

export const contentHistory = defineCommand({
  name: 'content history',
  summary: 'Show who published an item when, and from which commit; newest first.',
  words: ITEM_WORDS,
  options: { ...ACCESS, json: JSON_OPTION },
  async run(values, terminal, words) {
    const { access, tenantId, kind, id } = await namedItem(values, words, terminal, 'content history');
    const answer = await callApi(access, tenantId, listContentVersions, { params: { kind, id } });
    if (!answer.ok) throw absent(kind, id, tenantId);
    if (values.json === true) terminal.out(JSON.stringify(answer.data.result));
    else {
      const rows = answer.data.result.map((one) => [
        `${one.version}${one.current ? ' *' : ''}`,
        one.publishedAt,
        one.publishedBy ?? 'the academy itself',
        one.token ?? '',
        one.source?.commit?.slice(0, 12) ?? '',
        one.rollbackOf === null ? '' : `files of version ${one.rollbackOf}`,
        String(one.findings.length),
      ]);
      const head = ['VERSION', 'PUBLISHED', 'BY', 'TOKEN', 'COMMIT', 'ROLLBACK', 'FINDINGS'];
      for (const line of table(head, rows)) terminal.out(line);
    }
    return EXIT.ok;
  },
});

export const contentDiff = defineCommand({
  name: 'content diff',
  summary: 'Show what changed in the files of an item between two versions.',
  details: ['Texts are compared line by line; of other files it is told that they changed.'],
  words: ITEM_WORDS,
  options: {
    from: { type: 'string', value: '<version>', about: 'The older version (default: the one before --to)' },
    to: { type: 'string', value: '<version>', about: 'The newer version (default: what readers see)' },
    ...ACCESS,
  },
  async run(values, terminal, words) {
    const command = 'content diff';
    const range = { min: 1, max: MAX_VERSIONS };
    const given = {
      from: numberOption(values.from, 'from', range, command),
      to: numberOption(values.to, 'to', range, command),
    };
    const named = await namedItem(values, words, terminal, command);
    const to = given.to ?? (await newestOf(named));
    const from = given.from ?? to - 1;
    if (from < 1) {
      throw new CommandProblem(EXIT.failed, `${named.kind} ${named.id} has no version before ${to}.`, 'Give --from.');
    }
    const [before, after] = [await filesOf(named, from), await filesOf(named, to)];
    const paint = (line: string) => {
      const style = line.startsWith('+')
        ? 'green'
        : line.startsWith('-')
          ? 'red'
          : line.startsWith('@@')
            ? 'dim'
            : null;
      return style === null ? line : (terminal.paint?.(style, line) ?? line);
    };
    for (const file of [...new Set([...before.keys(), ...after.keys()])].sort()) {
      const [old, now] = [before.get(file), after.get(file)];
      if (old?.hash === now?.hash) continue;
      const isText = (old?.text ?? null) !== null || (now?.text ?? null) !== null;
      const lines = isText
        ? unifiedDiff(file, old?.text ?? null, now?.text ?? null)
        : [`${file}: ${sizeOf(old)} -> ${sizeOf(now)}`];
      for (const line of lines) terminal.out(paint(printableLine(line)));
    }
    return EXIT.ok;
  },
});

export const contentRollback = defineCommand({
  name: 'content rollback',
  summary: "Publish the files of an older version again, as a new version; learners' progress is kept.",
  words: ITEM_WORDS,
  options: {
    to: { type: 'string', value: '<version>', about: 'The version to go back to (default: the one before)' },
    ...ACCESS,
    json: JSON_OPTION,
  },
  async run(values, terminal, words) {
    const command = 'content rollback';
    const wanted = numberOption(values.to, 'to', { min: 1, max: MAX_VERSIONS }, command);
    const named = await namedItem(values, words, terminal, command);
    const { access, tenantId, kind, id } = named;
    const version = wanted ?? (await newestOf(named)) - 1;
    if (version < 1) throw new CommandProblem(EXIT.failed, `${kind} ${id} has only one version.`, 'Give --to.');
    const answer = await callApi(access, tenantId, rollBackContent, { params: { kind, id }, body: { version } });
    if (!answer.ok && answer.status === 404) throw noVersion(named, version);
    if (!answer.ok) {
      throw new CommandProblem(
        EXIT.failed,
        `${kind} ${id} was not rolled back: ${answer.text}`,
        'Look at its history.',
      );
    }
    const { findings, ...done } = answer.data;
    const report: ItemReport = { kind, id, tenantId, ...done, findings };
    if (values.json === true) terminal.out(JSON.stringify(report));
    else {
      // What is wrong with old files was said when they were published, and cannot be mended here.
      const old = findings.length === 0 ? '' : `; ${counted(findings.length, 'finding')} of that time, see --json`;
      const note = `, files of version ${version}${old}`;
      for (const line of itemLines({ ...report, findings: [] }, terminal.paint, note)) terminal.out(line);
      if (done.outcome === 'updated')
        terminal.err('Undo the change in its files as well, or the next publish brings it back.');
    }
    return EXIT.ok;
  },
});

export const contentNew = defineCommand({
  name: 'content new',
  summary: 'Write the files of a new course, guide or lesson to start from; nothing is overwritten.',
  details: ['A lesson belongs to the course in whose folder it lies, and gets the next number when it has none.'],
  words: ['<course|guide|lesson>', '<folder>'],
  options: {
    tenant: { type: 'string', value: '<tenant>', about: 'The academy of a course or guide' },
    title: { type: 'string', value: '<title>', about: 'Its title (default: made of the folder’s name)' },
    type: {
      type: 'string',
      value: '<type>',
      about: `Of a lesson or guide: ${LESSON_KINDS.join(', ')} (default: article)`,
    },
  },
  async run(values, terminal, [what = '', folder = '']) {
    const tenants = [...(await loadTenants()).keys()];
    const { tenant = null, title = null, type = null } = values;
    const written = writeSkeleton({ what, folder, tenantId: tenant, title, type, tenants, cwd: terminal.cwd });
    for (const file of written) terminal.out(`wrote ${printable(file)}`);
    return EXIT.ok;
  },
});

async function newestOf({ access, tenantId, kind, id }: Named): Promise<number> {
  const answer = await callApi(access, tenantId, listContentVersions, { params: { kind, id }, query: { limit: '1' } });
  const newest = answer.ok ? answer.data.result[0] : undefined;
  if (newest === undefined) throw absent(kind, id, tenantId);
  return newest.version;
}

interface VersionFile {
  text: string | null;
  size: number;
  hash: string;
}

async function filesOf(named: Named, version: number): Promise<Map<string, VersionFile>> {
  const { access, tenantId, kind, id } = named;
  const params = { kind, id, version: String(version) };
  const answer = await callApi(access, tenantId, getContentVersion, { params });
  if (!answer.ok) throw noVersion(named, version);
  return new Map(answer.data.files.map((file) => [file.file, file]));
}

function noVersion({ kind, id, tenantId }: Named, version: number): CommandProblem {
  const next = `"./academy content history ${kind} ${id}" lists the versions.`;
  return new CommandProblem(EXIT.failed, `${tenantId} has no version ${version} of ${kind} "${id}".`, next);
}

function sizeOf(file: VersionFile | undefined): string {
  return file === undefined ? 'none' : `${file.size} bytes`;
}

/** Tabs belong to the text; other control characters must not reach the terminal. */
function printableLine(line: string): string {
  return line.split('\t').map(printable).join('\t');
}
