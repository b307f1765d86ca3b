import type { AccessToken } from '@academy/contract/personal-access-tokens';
import { TextSearch, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type Checked, stillThere, toggleAll, toggleOne } from '../../lib/checked.ts';
import { Button } from '../../ui/button.tsx';
import { ColumnMenu } from '../../ui/column-menu.tsx';
import { DeleteTokens } from './delete-tokens.tsx';
import css from './token-list.module.css';
import { matchesToken, TOKEN_COLUMNS, type TokenColumn } from './token-rules.ts';
import { TokenTable } from './token-table.tsx';

interface TokenListProps {
  title: string;
  tokens: readonly AccessToken[];
  /** Columns that there are, in their order. */
  columns: readonly TokenColumn[];
  /** Those of them that show only when they are asked for. */
  hidden: readonly TokenColumn[];
  /** What is said when there is no token at all. */
  whenEmpty: string;
}

/** Tokens with search, selection, deletion and a choice of columns. */
export function TokenList({ title, tokens, columns, hidden, whenEmpty }: TokenListProps) {
  const [search, setSearch] = useState('');
  const [checked, setChecked] = useState<Checked>(new Set());
  const [visible, setVisible] = useState(() => columns.filter((column) => !hidden.includes(column)));
  const [deleting, setDeleting] = useState<readonly AccessToken[]>([]);
  const shown = useMemo(() => tokens.filter((token) => matchesToken(token, search)), [tokens, search]);
  const all = tokens.map(({ tokenId }) => tokenId);
  const chosen = stillThere(checked, all);
  const count = shown.length === tokens.length ? `${tokens.length}` : `${shown.length} of ${tokens.length}`;
  return (
    <section className={css.list} aria-labelledby="token-list">
      <h2 id="token-list">{title}</h2>
      {tokens.length === 0 ? (
        <div className={css.empty}>
          <h3>No tokens yet</h3>
          <p>{whenEmpty}</p>
        </div>
      ) : (
        <>
          <div className={css.tools}>
            <search className={css.search}>
              <TextSearch aria-hidden="true" />
              <input
                type="search"
                aria-label="Search tokens"
                placeholder="Search id, name or ability"
                maxLength={200}
                value={search}
                onChange={({ target }) => setSearch(target.value)}
              />
            </search>
            <p className={css.count} role="status">
              {count} {tokens.length === 1 ? 'token' : 'tokens'}
              {chosen.length > 0 && `, ${chosen.length} selected`}
            </p>
            <ColumnMenu
              columns={columns.map((column) => [column, TOKEN_COLUMNS[column]] as const)}
              visible={visible}
              onChange={setVisible}
            />
            <Button
              className={css.delete ?? ''}
              aria-disabled={chosen.length === 0}
              onClick={() => setDeleting(tokens.filter(({ tokenId }) => chosen.includes(tokenId)))}
            >
              <Trash2 aria-hidden="true" />
              Delete
            </Button>
          </div>
          {shown.length === 0 ? (
            <div className={css.empty}>
              <h3>No token matches</h3>
              <Button onClick={() => setSearch('')}>Clear the search</Button>
            </div>
          ) : (
            <TokenTable
              tokens={shown}
              columns={visible}
              checked={checked}
              onToggle={(tokenId) => setChecked(toggleOne(checked, tokenId))}
              onToggleAll={() =>
                setChecked(
                  toggleAll(
                    checked,
                    shown.map(({ tokenId }) => tokenId),
                  ),
                )
              }
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
