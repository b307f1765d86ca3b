import type { AccessToken } from '@academy/contract/personal-access-tokens';
import { academyName } from '../../lib/academy-name.ts';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './token-columns.module.css';
import { endOf, type TokenColumn } from './token-rules.ts';
import { tokenTexts } from './token-texts.ts';

/** The columns of a list of tokens, in their order. */
export const tokenColumns = (): readonly Column<AccessToken, TokenColumn>[] => [
  { name: 'name', title: tokenTexts.name, isSortable: true, cell: ({ name }) => <strong>{name}</strong> },
  {
    name: 'owner',
    title: tokenTexts.actsFor,
    isSortable: true,
    cell: ({ owner }) => <span className={css.owner}>{owner}</span>,
  },
  {
    name: 'tenant',
    title: tokenTexts.academy,
    isSortable: true,
    cell: ({ tenantId }) => <span className={css.nowrap}>{academyName(tenantId)}</span>,
  },
  {
    name: 'abilities',
    title: tokenTexts.abilities,
    cell: ({ abilities, scopes }) => (
      <span className={css.tags}>
        {[...abilities, ...(scopes ?? [])].map((ability) => (
          <Tag key={ability}>{ability}</Tag>
        ))}
      </span>
    ),
  },
  { name: 'created', title: tokenTexts.created, isSortable: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    name: 'ends',
    title: tokenTexts.ends,
    isSortable: true,
    cell: (token) => {
      const end = endOf(token, Date.now());
      return (
        <span className={css.tags}>
          <Moment at={token.expiresAt} />
          {end === 'ended' && <Tag>{tokenTexts.ended}</Tag>}
          {end === 'soon' && <Tag look="accent">{tokenTexts.endsSoon}</Tag>}
        </span>
      );
    },
  },
  {
    name: 'used',
    title: tokenTexts.lastUsed,
    isSortable: true,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? tokenTexts.never : <Moment at={lastUsedAt} />),
  },
  { name: 'id', title: tokenTexts.id, cell: ({ tokenId }) => <code>{tokenId}</code> },
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
