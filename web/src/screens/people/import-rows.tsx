import { currentLocale } from '@academy/contract/i18n/languages';
import type { ImportResult } from '@academy/contract/people-import';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable, type View } from '../../ui/data-table/data-table.tsx';
import { IMPORT_GROUPS, type ImportGroup, type importGroups } from './import-groups.ts';
import css from './import-people.module.css';
import { importTexts } from './import-texts.ts';

/** Rows that are listed of one group; the others are counted. */
const MOST_SHOWN = 100;

type ResultColumn = 'line' | 'email' | 'what';
const COLUMNS: readonly Column<ImportResult, ResultColumn>[] = [
  {
    name: 'line',
    get title() {
      return importTexts.line;
    },
    cell: ({ line }) => line,
  },
  {
    name: 'email',
    get title() {
      return importTexts.email;
    },
    cell: ({ email }) => email,
  },
  {
    name: 'what',
    get title() {
      return importTexts.what;
    },
    cell: ({ message }) => message ?? '',
  },
];
const VIEW: View<ResultColumn> = {
  sortBy: null,
  sortDir: 'asc',
  columns: ['line', 'email', 'what'],
  density: 'comfortable',
  open: null,
};

interface ImportRowsProps {
  groups: ReturnType<typeof importGroups>;
  isRunning: boolean;
  /** Whether the rows were imported; false: a dry run. */
  isDone: boolean;
}

/** The rows of an import by group: buttons that choose one, and its rows. */
export function ImportRows({ groups, isRunning, isDone }: ImportRowsProps) {
  const [chosen, setChosen] = useState<ImportGroup | null>(null);
  const names = Object.keys(IMPORT_GROUPS) as ImportGroup[];
  // By default the first group that has rows; while rows arrive, the one that matters most.
  const shown = chosen ?? (isRunning ? undefined : names.find((name) => groups[name].length > 0)) ?? 'error';
  const rows = groups[shown].toSorted((a, b) => a.line - b.line);
  return (
    <>
      <div className={css.buttons}>
        {names
          .filter((name) => name !== 'lowers' || groups.lowers.length > 0)
          .map((name) => (
            <Button key={name} aria-pressed={shown === name} onClick={() => setChosen(name)}>
              {IMPORT_GROUPS[name][isDone ? 'after' : 'before']}: {groups[name].length.toLocaleString(currentLocale())}
            </Button>
          ))}
      </div>
      {rows.length === 0 ? (
        <p className={css.muted}>{importTexts.noRow}</p>
      ) : (
        <DataTable
          label={importTexts.rows}
          columns={COLUMNS}
          rows={rows.slice(0, MOST_SHOWN)}
          idOf={({ line }) => String(line)}
          titleOf={({ email }) => email}
          view={VIEW}
          onChange={() => undefined}
        />
      )}
      {rows.length > MOST_SHOWN && (
        <p className={css.muted}>{importTexts.firstRows({ shown: MOST_SHOWN, total: rows.length })}</p>
      )}
    </>
  );
}
