import { type ReactNode, useEffect, useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

interface ConfirmProps {
  open: boolean;
  title: string;
  /** The word on the button that does it. */
  action: string;
  /** It cannot simply be taken back. */
  isDangerous?: boolean;
  /** Does it; what goes wrong is thrown, and dealt with by `onFailure`. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
  onFailure: (message: string) => void;
  /** What will happen. */
  children: ReactNode;
}

/** Asks before something is done that others notice. The question goes when it is answered, whatever comes of it. */
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
            Cancel
          </Button>
          <Button look={isDangerous ? 'danger' : 'primary'} disabled={isPending} onClick={() => void confirm()}>
            {isPending ? 'One moment' : action}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
