import type { AccessToken } from '@academy/contract/personal-access-tokens';
import type { ReactNode } from 'react';
import type { Checked } from '../../lib/checked.ts';
import { Tag } from '../../ui/tag.tsx';
import { academyName, endOf, TOKEN_COLUMNS, type TokenColumn } from './token-rules.ts';
import css from './token-table.module.css';

interface TokenTableProps {
  tokens: readonly AccessToken[];
  columns: readonly TokenColumn[];
  checked: Checked;
  onToggle: (tokenId: string) => void;
  onToggleAll: () => void;
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const MINUTE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** The tokens as a table; on a phone each row is a card. */
export function TokenTable({ tokens, columns, checked, onToggle, onToggleAll }: TokenTableProps) {
  const count = tokens.filter(({ tokenId }) => checked.has(tokenId)).length;
  const now = Date.now();
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">
            <label className={css.check}>
              <input
                type="checkbox"
                aria-label="Select all"
                ref={(box) => {
                  if (box) box.indeterminate = count > 0 && count < tokens.length;
                }}
                checked={count === tokens.length}
                onChange={onToggleAll}
              />
              <span className={css.onPhone} aria-hidden="true">
                Select all
              </span>
            </label>
          </th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {TOKEN_COLUMNS[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.tokenId} className={endOf(token, now) === 'ended' ? css.ended : undefined}>
            <td>
              <label className={css.check}>
                <input
                  type="checkbox"
                  aria-label={`Select ${token.name}`}
                  checked={checked.has(token.tokenId)}
                  onChange={() => onToggle(token.tokenId)}
                />
              </label>
            </td>
            {columns.map((column) => (
              <td key={column} data-title={TOKEN_COLUMNS[column]}>
                {CELLS[column](token, now)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CELLS: Readonly<Record<TokenColumn, (token: AccessToken, now: number) => ReactNode>> = {
  name: ({ name }) => <strong>{name}</strong>,
  owner: ({ owner }) => <span className={css.owner}>{owner}</span>,
  tenant: ({ tenantId }) => <span className={css.nowrap}>{academyName(tenantId)}</span>,
  abilities: ({ abilities }) => (
    <span className={css.abilities}>
      {abilities.map((ability) => (
        <Tag key={ability}>{ability}</Tag>
      ))}
    </span>
  ),
  created: ({ createdAt }) => <time dateTime={createdAt}>{DAY.format(new Date(createdAt))}</time>,
  ends: (token, now) => {
    const end = endOf(token, now);
    return (
      <span className={css.end}>
        <time dateTime={token.expiresAt}>{DAY.format(new Date(token.expiresAt))}</time>
        {end === 'ended' && <Tag>Ended</Tag>}
        {end === 'soon' && <Tag look="accent">Ends soon</Tag>}
      </span>
    );
  },
  used: ({ lastUsedAt }) =>
    lastUsedAt === null ? 'Never' : <time dateTime={lastUsedAt}>{MINUTE.format(new Date(lastUsedAt))}</time>,
  id: ({ tokenId }) => <code>{tokenId}</code>,
};
