import { download } from '../../api/download.ts';
import { exportTokens, useAbilities, useTokens } from '../../api/personal-access-tokens.ts';
import { NewToken } from '../../features/personal-access-tokens/new-token.tsx';
import { TokenList } from '../../features/personal-access-tokens/token-list.tsx';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { allTokenTexts } from './all-token-texts.ts';
import css from './all-tokens.module.css';

const COLUMNS = ['name', 'owner', 'abilities', 'created', 'ends', 'used', 'id'] as const;
const HIDDEN = ['created', 'id'] as const;

/** The form for a new token, and the tokens of everybody, for the chosen academy. */
export function AllTokens() {
  const tenantId = useChosenAcademy();
  const tokens = useTokens({ all: true }).filter((token) => token.tenantId === tenantId);
  const { data: abilities = [], error, refetch } = useAbilities(tenantId);
  return (
    <div className={css.screen}>
      <NewToken
        tenantId={tenantId}
        abilities={abilities}
        abilitiesPlace={
          error === null ? (
            <p role="status" className={css.waiting}>
              {allTokenTexts.loadingAbilities}
            </p>
          ) : (
            <div role="alert" className={css.waiting}>
              <p>{allTokenTexts.abilitiesFailed({ message: error.message })}</p>
              <Button onClick={() => void refetch()}>{allTokenTexts.tryAgain}</Button>
            </div>
          )
        }
      />
      <TokenList
        title={allTokenTexts.allTokens}
        tokens={tokens}
        columns={COLUMNS}
        hidden={HIDDEN}
        tools={(text) => (
          <DownloadButton
            label={allTokenTexts.download}
            onDownload={() => download(exportTokens, { q: text, academy: tenantId }, tenantId)}
          />
        )}
        whenEmpty={allTokenTexts.empty}
      />
    </div>
  );
}
