import type { AccessToken } from '@academy/contract/personal-access-tokens';
import { matchesToken } from '@academy/contract/rules/table-search';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type Checked, stillThere, toggleAll, toggleOne } from '../../list-views/checked.ts';
import { sortedRows } from '../../list-views/table-view.ts';
import { useTableView } from '../../list-views/use-table-view.ts';
import { Button } from '../../ui/button.tsx';
import table from '../../ui/data-table/data-table.module.css';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { tableTexts } from '../../ui/data-table/table-texts.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { DeleteTokens } from './delete-tokens.tsx';
import { TOKEN_KEYS, tokenColumns } from './token-columns.tsx';
import css from './token-list.module.css';
import type { TokenColumn } from './token-rules.ts';
import { tokenTexts } from './token-texts.ts';

interface TokenListProps {
  title: string;
  tokens: readonly AccessToken[];
  /** Those of the columns that there are, and which of them are hidden by default. */
  columns: readonly TokenColumn[];
  hidden: readonly TokenColumn[];
  /** Buttons beside the search. @param text what is searched for */
  tools?: (text: string) => ReactNode;
  /** Shown when there are no tokens at all. */
  whenEmpty: string;
}

/** The newest first. */
const AT_FIRST = { sortBy: 'created', sortDir: 'desc' } as const;

/** Tokens with search, selection, deletion and a choice of columns. */
export function TokenList({ title, tokens, columns: names, hidden, tools, whenEmpty }: TokenListProps) {
  const columns = useMemo(
    () =>
      tokenColumns()
        .filter(({ name }) => names.includes(name))
        .map((column) => ({ ...column, isHidden: hidden.includes(column.name) })),
    [names, hidden],
  );
  const { view, change } = useTableView<TokenColumn>(columns, AT_FIRST);
  const [checked, setChecked] = useState<Checked>(new Set());
  const [deleting, setDeleting] = useState<readonly AccessToken[]>([]);
  const { text, sortBy, sortDir } = view;
  const shown = useMemo(
    () =>
      sortedRows(
        tokens.filter((token) => matchesToken(token, text)),
        TOKEN_KEYS[sortBy ?? 'created'],
        sortDir,
      ),
    [tokens, text, sortBy, sortDir],
  );
  const shownIds = shown.map(({ tokenId }) => tokenId);
  const chosen = stillThere(
    checked,
    tokens.map(({ tokenId }) => tokenId),
  );
  const counted =
    shown.length === tokens.length
      ? tokenTexts.counted({ count: tokens.length })
      : tokenTexts.countedOf({ shown: shown.length, all: tokens.length });
  return (
    <section className={css.list} aria-labelledby="token-list">
      <h2 id="token-list">{title}</h2>
      {tokens.length === 0 ? (
        <div className={table.empty}>
          <h3>{tokenTexts.emptyTitle}</h3>
          <p>{whenEmpty}</p>
        </div>
      ) : (
        <>
          <TableTools
            label={tokenTexts.tokens}
            columns={columns}
            view={view}
            onChange={change}
            searchLabel={tokenTexts.search}
            count={chosen.length > 0 ? tableTexts.countedAndChosen({ counted, chosen: chosen.length }) : counted}
          >
            {tools?.(text)}
            <Button
              className={css.delete ?? ''}
              aria-disabled={chosen.length === 0}
              onClick={() => setDeleting(tokens.filter(({ tokenId }) => chosen.includes(tokenId)))}
            >
              <Trash2 aria-hidden="true" />
              {tokenTexts.delete}
            </Button>
          </TableTools>
          {shown.length === 0 ? (
            <div className={table.empty}>
              <h3>{tokenTexts.noMatch}</h3>
              <Button onClick={() => change({ text: '' })}>{tokenTexts.clearSearch}</Button>
            </div>
          ) : (
            <DataTable
              label={title}
              columns={columns}
              rows={shown}
              idOf={({ tokenId }) => tokenId}
              titleOf={({ name }) => name}
              view={view}
              onChange={change}
              selection={{
                checked,
                onToggle: (tokenId) => setChecked(toggleOne(checked, tokenId)),
                onToggleAll: () => setChecked(toggleAll(checked, shownIds)),
              }}
            />
          )}
        </>
      )}
      <DeleteTokens
        tokens={deleting}
        onClose={() => setDeleting([])}
        onDeleted={() => {
          setChecked(new Set());
          setDeleting([]);
        }}
      />
    </section>
  );
}
