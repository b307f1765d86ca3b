import type { AccessToken } from '@academy/contract/personal-access-tokens';
import { useEffect, useState } from 'react';
import { CallError, reasonOf } from '../../api/call-error.ts';
import { useTokenChanges } from '../../api/personal-access-tokens.ts';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './token-list.module.css';

interface DeleteTokensProps {
  /** None: the question is not asked. */
  tokens: readonly AccessToken[];
  onClose: () => void;
  /** They are gone, or one of them was gone before. */
  onDeleted: () => void;
}

/** Asks before tokens end. */
export function DeleteTokens({ tokens, onClose, onDeleted }: DeleteTokensProps) {
  const { end } = useTokenChanges();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const what = tokens.length === 1 ? '1 token' : `${tokens.length} tokens`;
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
    <Modal
      open={tokens.length > 0}
      title={`Delete ${what}?`}
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button data-first disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" disabled={isPending} onClick={() => void onConfirm()}>
            {isPending ? 'One moment' : `Delete ${what}`}
          </Button>
        </>
      }
    >
      <ul className={css.names}>
        {tokens.map(({ tokenId, name, owner }) => (
          <li key={tokenId}>
            <strong>{name}</strong>
            {owner !== undefined && ` of ${owner}`}
          </li>
        ))}
      </ul>
      <p>Whatever still uses {tokens.length === 1 ? 'it' : 'them'} is refused at once. This cannot be undone.</p>
      <div role="alert">{failure !== null && <p className={css.failure}>Nothing was deleted. {failure}</p>}</div>
    </Modal>
  );
}

function goneMessage(tokens: readonly AccessToken[]): string {
  const names = tokens.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join('');
  return `<p>Nothing was deleted, because somebody else has deleted one of these already:</p><ul>${names}</ul><p>The list is up to date now.</p>`;
}
