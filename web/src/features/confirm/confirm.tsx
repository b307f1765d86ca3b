import { type ReactNode, useEffect, useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { actionTexts } from '../../ui/action-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

interface ConfirmProps {
  open: boolean;
  title: string;
  /** Label of the button that confirms. */
  action: string;
  /** It cannot simply be taken back. */
  isDangerous?: boolean;
  /** Runs the action; thrown errors are passed to `onFailure`. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
  onFailure: (message: string) => void;
  /** What will happen. */
  children: ReactNode;
}

/** Asks for confirmation of an action that affects other people. The dialog closes after the answer, also when the action
 * fails. */
export function Confirm({
  open,
  title,
  action,
  isDangerous = false,
  onConfirm,
  onClose,
  onFailure,
  children,
}: ConfirmProps) {
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    if (open) setPending(false);
  }, [open]);
  const confirm = async () => {
    setPending(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      onClose();
      onFailure(reasonOf(error));
    }
  };
  return (
    <Modal
      open={open}
      title={title}
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button data-first disabled={isPending} onClick={onClose}>
            {actionTexts.cancel}
          </Button>
          <Button look={isDangerous ? 'danger' : 'primary'} disabled={isPending} onClick={() => void confirm()}>
            {isPending ? actionTexts.oneMoment : action}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
