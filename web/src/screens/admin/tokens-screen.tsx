import { Suspense, useState } from 'react';
import { useAbilities, useTokens } from '../../api/personal-access-tokens.ts';
import { NewToken } from '../../features/access-tokens/new-token.tsx';
import { academyName } from '../../features/access-tokens/token-rules.ts';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useConfig, useTenant } from '../../lib/runtime.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import css from './tokens-screen.module.css';

export const head = () => ({ title: 'Access Tokens', noIndex: true });

const TokenList = lazyPart(async () => (await import('../../features/access-tokens/token-list.tsx')).TokenList, {
  withScreen: false,
});

const COLUMNS = ['name', 'owner', 'tenant', 'abilities', 'created', 'ends', 'used', 'id'] as const;
const HIDDEN = ['created', 'id'] as const;

/** Personal access tokens of everybody: made here for oneself, searched, ended. */
export default function TokensScreen() {
  const tokens = useTokens({ all: true });
  const { tenantOrigins } = useConfig();
  const [tenantId, setTenantId] = useState(useTenant().tenantId);
  const { data: abilities = [], error, refetch } = useAbilities(tenantId);
  return (
    <div className={`page ${css.screen}`}>
      <AdminHead title="Access Tokens">
        Keys for scripts and pipelines. A token acts for the person who made it, in one academy, with the abilities it
        was given, and loses at once what that person loses.
      </AdminHead>
      <NewToken
        tenantId={tenantId}
        tenantField={
          <Field label="Academy" hint="Where it will be good; nowhere else.">
            {(control) => (
              <select {...control} value={tenantId} onChange={({ target }) => setTenantId(target.value)}>
                {Object.keys(tenantOrigins).map((id) => (
                  <option key={id} value={id}>
                    {academyName(id)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        }
        abilities={abilities}
        abilitiesPlace={
          error === null ? (
            <p role="status" className={css.waiting}>
              Abilities are on their way
            </p>
          ) : (
            <div role="alert" className={css.waiting}>
              <p>The abilities could not be loaded. {error.message}</p>
              <Button onClick={() => void refetch()}>Try again</Button>
            </div>
          )
        }
      />
      <Suspense>
        <TokenList
          title="All tokens"
          tokens={tokens}
          columns={COLUMNS}
          hidden={HIDDEN}
          whenEmpty="Nobody has made a token. The first one is made above."
        />
      </Suspense>
    </div>
  );
}
