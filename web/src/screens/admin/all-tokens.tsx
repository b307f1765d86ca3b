import { exportTokens } from '@academy/contract/personal-access-tokens';
import { useState } from 'react';
import { download } from '../../api/download.ts';
import { useAbilities, useTokens } from '../../api/personal-access-tokens.ts';
import { NewToken } from '../../features/access-tokens/new-token.tsx';
import { TokenList } from '../../features/access-tokens/token-list.tsx';
import { academyName } from '../../lib/academy-name.ts';
import { useConfig, useTenant } from '../../lib/runtime.tsx';
import { Button } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Field } from '../../ui/field.tsx';
import css from './all-tokens.module.css';

const COLUMNS = ['name', 'owner', 'tenant', 'abilities', 'created', 'ends', 'used', 'id'] as const;
const HIDDEN = ['created', 'id'] as const;

/** The form for a new token, and the tokens of everybody. */
export function AllTokens() {
  const tokens = useTokens({ all: true });
  const { tenantOrigins } = useConfig();
  const [tenantId, setTenantId] = useState(useTenant().tenantId);
  const { data: abilities = [], error, refetch } = useAbilities(tenantId);
  return (
    <div className={css.screen}>
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
      <TokenList
        title="All tokens"
        tokens={tokens}
        columns={COLUMNS}
        hidden={HIDDEN}
        tools={<DownloadButton label="Download the tokens as CSV" onDownload={() => download(exportTokens, {})} />}
        whenEmpty="Nobody has made a token. The first one is made above."
      />
    </div>
  );
}
