import { download } from '../../api/download.ts';
import { useMe } from '../../api/people.ts';
import { exportTokens, useAbilities, useTokens } from '../../api/personal-access-tokens.ts';
import { NewToken } from '../../features/personal-access-tokens/new-token.tsx';
import { TokenList } from '../../features/personal-access-tokens/token-list.tsx';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { allTokenTexts } from './all-token-texts.ts';
import css from './all-tokens.module.css';

const COLUMNS = ['name', 'owner', 'abilities', 'created', 'ends', 'used', 'id'] as const;
const OWN_COLUMNS = COLUMNS.filter((column) => column !== 'owner');
const HIDDEN = ['created', 'id'] as const;

/** The form for a new token, and the tokens of everybody, or the own ones, for the chosen academy. */
export function AllTokens() {
  const tenantId = useChosenAcademy();
  const isAdmin = useMe()?.isAdmin === true;
  const tokens = useTokens({ all: isAdmin }).filter((token) => token.tenantId === tenantId);
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
        title={isAdmin ? allTokenTexts.allTokens : allTokenTexts.ownTokens}
        tokens={tokens}
        columns={isAdmin ? COLUMNS : OWN_COLUMNS}
        hidden={HIDDEN}
        tools={(text) =>
          isAdmin && (
            <DownloadButton
              label={allTokenTexts.download}
              onDownload={() => download(exportTokens, { q: text, academy: tenantId }, tenantId)}
            />
          )
        }
        whenEmpty={isAdmin ? allTokenTexts.empty : allTokenTexts.ownEmpty}
      />
    </div>
  );
}
