import type { AccessToken } from '@academy/contract/personal-access-tokens';
import { useEffect, useState } from 'react';
import { CallError, reasonOf } from '../../api/call-error.ts';
import { useTokenChanges } from '../../api/personal-access-tokens.ts';
import { countText } from '../../lib/count-text.ts';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { addToast } from '../../lib/toasts.ts';
import { DeleteModal } from '../../ui/delete-modal.tsx';

interface DeleteTokensProps {
  /** None: the dialog is closed. */
  tokens: readonly AccessToken[];
  onClose: () => void;
  /** They are deleted, or one of them was deleted before. */
  onDeleted: () => void;
}

/** Asks before tokens are deleted. */
export function DeleteTokens({ tokens, onClose, onDeleted }: DeleteTokensProps) {
  const { end } = useTokenChanges();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const what = countText(tokens.length, 'token');
  useEffect(() => {
    if (tokens.length > 0) setFailure(null);
  }, [tokens]);
  const onConfirm = async () => {
    setPending(true);
    setFailure(null);
    try {
      await end(tokens.map(({ tokenId }) => tokenId));
      addToast({ type: 'success', message: `${what} deleted.` });
      onDeleted();
    } catch (error) {
      if (error instanceof CallError && error.status === 404) {
        showAlert({ type: 'danger', message: goneMessage(tokens) });
        onDeleted();
      } else setFailure(reasonOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <DeleteModal
      open={tokens.length > 0}
      what={what}
      names={tokens.map(({ tokenId, name, owner }) => (
        <li key={tokenId}>
          <strong>{name}</strong>
          {owner !== undefined && ` of ${owner}`}
        </li>
      ))}
      isPending={isPending}
      failure={failure}
      onClose={onClose}
      onDelete={() => void onConfirm()}
    >
      <p>Whatever still uses {tokens.length === 1 ? 'it' : 'them'} is refused at once. This cannot be undone.</p>
    </DeleteModal>
  );
}

function goneMessage(tokens: readonly AccessToken[]): string {
  const names = tokens.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join('');
  return `<p>Nothing was deleted, because somebody else has deleted one of these already:</p><ul>${names}</ul><p>The list is up to date now.</p>`;
}
