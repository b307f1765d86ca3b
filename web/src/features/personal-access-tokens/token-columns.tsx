import type { AccessToken } from '@academy/contract/personal-access-tokens';
import { academyName } from '../../lib/academy-name.ts';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './token-columns.module.css';
import { endOf, type TokenColumn } from './token-rules.ts';

/** The columns of a list of tokens, in their order. */
export const TOKEN_COLUMNS: readonly Column<AccessToken, TokenColumn>[] = [
  { name: 'name', title: 'Name', isSortable: true, cell: ({ name }) => <strong>{name}</strong> },
  {
    name: 'owner',
    title: 'Acts for',
    isSortable: true,
    cell: ({ owner }) => <span className={css.owner}>{owner}</span>,
  },
  {
    name: 'tenant',
    title: 'Academy',
    isSortable: true,
    cell: ({ tenantId }) => <span className={css.nowrap}>{academyName(tenantId)}</span>,
  },
  {
    name: 'abilities',
    title: 'Abilities',
    cell: ({ abilities }) => (
      <span className={css.tags}>
        {abilities.map((ability) => (
          <Tag key={ability}>{ability}</Tag>
        ))}
      </span>
    ),
  },
  {
    name: 'created',
    title: 'Created',
    isSortable: true,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    name: 'ends',
    title: 'Ends',
    isSortable: true,
    cell: (token) => {
      const end = endOf(token, Date.now());
      return (
        <span className={css.tags}>
          <Moment at={token.expiresAt} />
          {end === 'ended' && <Tag>Ended</Tag>}
          {end === 'soon' && <Tag look="accent">Ends soon</Tag>}
        </span>
      );
    },
  },
  {
    name: 'used',
    title: 'Last used',
    isSortable: true,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Moment at={lastUsedAt} />),
  },
  { name: 'id', title: 'Token id', cell: ({ tokenId }) => <code>{tokenId}</code> },
];

/** What a token is ordered by. */
export const TOKEN_KEYS: Readonly<Record<TokenColumn, (token: AccessToken) => string | number>> = {
  name: ({ name }) => name,
  owner: ({ owner = '' }) => owner,
  tenant: ({ tenantId }) => tenantId,
  abilities: ({ abilities }) => abilities.join(' '),
  created: ({ createdAt }) => Date.parse(createdAt),
  ends: ({ expiresAt }) => Date.parse(expiresAt),
  used: ({ lastUsedAt }) => (lastUsedAt === null ? 0 : Date.parse(lastUsedAt)),
  id: ({ tokenId }) => tokenId,
};
