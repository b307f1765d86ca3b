import type { AccessToken } from '@academy/contract/personal-access-tokens';
import { useEffect, useState } from 'react';
import { CallError, reasonOf } from '../../api/call-error.ts';
import { useTokenChanges } from '../../api/personal-access-tokens.ts';
import { joined } from '../../i18n/joined.ts';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { addToast } from '../../lib/toasts.ts';
import { DeleteModal } from '../../ui/delete-modal.tsx';
import { tokenTexts } from './token-texts.ts';

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
  const count = tokens.length;
  useEffect(() => {
    if (tokens.length > 0) setFailure(null);
  }, [tokens]);
  const onConfirm = async () => {
    setPending(true);
    setFailure(null);
    try {
      await end(tokens.map(({ tokenId }) => tokenId));
      addToast({ type: 'success', message: tokenTexts.deleted({ count }) });
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
      title={tokenTexts.deleteTitle({ count })}
      action={tokenTexts.deleteAction({ count })}
      names={tokens.map(({ tokenId, name, owner }) => (
        <li key={tokenId}>
          {owner === undefined ? (
            <strong>{name}</strong>
          ) : (
            joined(tokenTexts.ofOwner({ strong: (words) => <strong>{words}</strong>, name, owner }))
          )}
        </li>
      ))}
      isPending={isPending}
      failure={failure}
      onClose={onClose}
      onDelete={() => void onConfirm()}
    >
      <p>{tokenTexts.deleteText({ count })}</p>
    </DeleteModal>
  );
}

function goneMessage(tokens: readonly AccessToken[]): string {
  const names = tokens.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join('');
  return `<p>${escapeHtml(tokenTexts.gone)}</p><ul>${names}</ul><p>${escapeHtml(tokenTexts.upToDate)}</p>`;
}
