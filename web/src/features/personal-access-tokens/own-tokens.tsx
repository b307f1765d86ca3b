import type { Ability } from '@academy/contract/abilities';
import { useTokens } from '../../api/personal-access-tokens.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { NewToken } from './new-token.tsx';
import { TokenList } from './token-list.tsx';
import { tokenTexts } from './token-texts.ts';

const FOR_EVERYBODY: readonly Ability[] = ['progress:read', 'learning:read'];

const COLUMNS = ['name', 'tenant', 'abilities', 'created', 'ends', 'used', 'id'] as const;
const HIDDEN = ['created', 'id'] as const;

/**
 * Own tokens of any signed-in person: made for the present academy with what everybody may give, listed, ended. It waits for its
 * data, so it needs a `<Suspense>`; headings are of level 2.
 */
export function OwnTokens() {
  const tokens = useTokens({ all: false });
  const { tenantId } = useTenant();
  return (
    <>
      <NewToken tenantId={tenantId} abilities={FOR_EVERYBODY} />
      <TokenList
        title={tokenTexts.yours}
        tokens={tokens}
        columns={COLUMNS}
        hidden={HIDDEN}
        whenEmpty={tokenTexts.ownText}
      />
    </>
  );
}
