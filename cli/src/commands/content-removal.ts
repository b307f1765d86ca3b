import { deleteContent, setContentStatus } from '@academy/contract/publishing';
import { CommandProblem, defineCommand, EXIT, type Terminal, usageProblem } from '../command.ts';
import { callApi } from '../publishing/api-client.ts';
import { ACCESS, absent, ITEM_WORDS, type Named, namedItem } from '../publishing/named-item.ts';
import { printable } from '../table.ts';

const OPTIONS = {
  yes: { type: 'boolean', short: 'y', about: 'Do not ask' },
  ...ACCESS,
  json: { type: 'boolean', about: 'Print JSON' },
} as const;

export const contentUnpublish = defineCommand({
  name: 'content unpublish',
  summary: 'Take an item from readers; its history and their progress stay, and it can be published again.',
  details: [
    'The item becomes a draft, without changing its files: the next publish of its source shows it again.',
    'Asks first, unless --yes is given.',
  ],
  words: ITEM_WORDS,
  options: OPTIONS,
  async run(values, terminal, words) {
    const command = 'content unpublish';
    const named = await confirmed(values, words, terminal, command, 'Take', 'from readers');
    const { access, tenantId, kind, id, item } = named;
    const body = { status: 'draft', base: item.version } as const;
    const answer = await callApi(access, tenantId, setContentStatus, { params: { kind, id }, body });
    if (!answer.ok) throw notDone(named, 'unpublished', answer.text);
    const report = { kind, id, tenantId, status: answer.data.status, version: item.version };
    terminal.out(values.json === true ? JSON.stringify(report) : `unpublished ${lineOf(named)}`);
    return EXIT.ok;
  },
});

export const contentDelete = defineCommand({
  name: 'content delete',
  summary: "Take an item out of the academy; learners' progress is kept, should it be published again.",
  details: [
    'It is gone from lists, search and administration. Publishing its files again, or "content rollback", brings it back.',
    'Asks first, unless --yes is given.',
  ],
  words: ITEM_WORDS,
  options: OPTIONS,
  async run(values, terminal, words) {
    const command = 'content delete';
    const named = await confirmed(values, words, terminal, command, 'Delete', '');
    const { access, tenantId, kind, id, item } = named;
    const answer = await callApi(access, tenantId, deleteContent, { params: { kind, id } });
    if (!answer.ok) throw notDone(named, 'deleted', answer.text);
    const report = { kind, id, tenantId, deleted: true, version: item.version };
    terminal.out(values.json === true ? JSON.stringify(report) : `deleted ${lineOf(named)}`);
    return EXIT.ok;
  },
});

type Found = Named & { item: NonNullable<Named['published']> };

/** The item, once the author has confirmed. @throws CommandProblem when there is no such item, or no confirmation */
async function confirmed(
  values: { yes?: boolean } & Parameters<typeof namedItem>[0],
  words: readonly string[],
  terminal: Terminal,
  command: string,
  verb: string,
  from: string,
): Promise<Found> {
  if (values.yes !== true && terminal.ask === undefined)
    throw usageProblem('There is no terminal to confirm at. Add --yes to confirm.', command);
  const named = await namedItem(values, words, terminal, command);
  const { published: item, kind, id, tenantId } = named;
  if (item === null) throw absent(kind, id, tenantId);
  if (values.yes !== true) {
    const what =
      `${verb} ${kind} "${printable(item.title)}" (${id}, version ${item.version} in ${tenantId}) ${from}`.trim();
    const answer = await terminal.ask?.(`${what}? Learners keep their progress. Type yes: `);
    if (answer?.trim().toLowerCase() !== 'yes')
      throw new CommandProblem(EXIT.failed, 'Nothing was changed.', 'Type "yes" to go on.');
  }
  return { ...named, item };
}

function lineOf({ kind, id, tenantId, item }: Found): string {
  return printable(`${kind} ${id} in ${tenantId} (version ${item.version})`);
}

function notDone({ kind, id }: Named, done: string, reason: string): CommandProblem {
  return new CommandProblem(EXIT.failed, `${kind} ${id} was not ${done}: ${reason}`, 'Look at its history.');
}
