import { currentLocale } from '@academy/contract/i18n/languages';
import type { ImportResult } from '@academy/contract/people-import';
import type { PeopleFile } from '@academy/contract/rules/people-file';
import { useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable, type View } from '../../ui/data-table/data-table.tsx';
import { groupTitles, type ImportGroup, type importGroups } from './import-groups.ts';
import css from './import-people.module.css';
import { importTexts } from './import-texts.ts';

/** Rows that are listed of one group; the others are counted. */
const MAX_SHOWN = 100;

type ResultColumn = 'line' | 'email' | 'name' | 'what';
/** A result with the name as the file has it. */
type NamedResult = ImportResult & { name: string };
const resultColumns = (): readonly Column<NamedResult, ResultColumn>[] => [
  { name: 'line', title: importTexts.line, cell: ({ line }) => line },
  { name: 'email', title: importTexts.email, cell: ({ email }) => email },
  { name: 'name', title: importTexts.name, cell: ({ name }) => <span dir="auto">{name}</span> },
  { name: 'what', title: importTexts.what, cell: ({ message }) => message ?? '' },
];
const VIEW: View<ResultColumn> = {
  sortBy: null,
  sortDir: 'asc',
  columns: ['line', 'email', 'name', 'what'],
  density: 'comfortable',
  open: null,
};

interface ImportRowsProps {
  file: PeopleFile;
  groups: ReturnType<typeof importGroups>;
  isRunning: boolean;
  /** Whether the rows were imported; false: a dry run. */
  isDone: boolean;
}

/** The rows of an import by group: buttons that choose one, and its rows. */
export function ImportRows({ file, groups, isRunning, isDone }: ImportRowsProps) {
  const [chosen, setChosen] = useState<ImportGroup | null>(null);
  const titles = groupTitles();
  const all = Object.keys(titles) as ImportGroup[];
  // By default the first group that has rows; while rows arrive, the one that matters most.
  const shown = chosen ?? (isRunning ? undefined : all.find((name) => groups[name].length > 0)) ?? 'error';
  const names = useMemo(
    () => new Map(file.rows.map(({ line, firstName, lastName }) => [line, `${firstName} ${lastName}`.trim()])),
    [file],
  );
  const rows = groups[shown].toSorted((a, b) => a.line - b.line);
  return (
    <>
      <div className={css.buttons}>
        {all
          .filter((name) => name !== 'lowers' || groups.lowers.length > 0)
          .map((name) => (
            <Button key={name} aria-pressed={shown === name} onClick={() => setChosen(name)}>
              {titles[name][isDone ? 'after' : 'before']}: {groups[name].length.toLocaleString(currentLocale())}
            </Button>
          ))}
      </div>
      {rows.length === 0 ? (
        <p className={css.muted}>{importTexts.noRow}</p>
      ) : (
        <DataTable
          label={importTexts.rows}
          columns={resultColumns()}
          rows={rows.slice(0, MAX_SHOWN).map((row) => ({ ...row, name: names.get(row.line) ?? '' }))}
          idOf={({ line }) => String(line)}
          titleOf={({ email }) => email}
          view={VIEW}
          onChange={() => undefined}
        />
      )}
      {rows.length > MAX_SHOWN && (
        <p className={css.muted}>{importTexts.firstRows({ shown: MAX_SHOWN, total: rows.length })}</p>
      )}
    </>
  );
}
