import type { ReactNode } from 'react';
import { actionTexts } from './action-texts.ts';
import { Button } from './button.tsx';
import css from './delete-modal.module.css';
import { Modal } from './modal.tsx';

interface DeleteModalProps {
  open: boolean;
  /** `Delete 2 alerts?` */
  title: string;
  /** Of the button: `Delete 2 alerts`. */
  action: string;
  /** The entries by name, as items of a list. */
  names: ReactNode;
  isPending: boolean;
  /** Why nothing was deleted. */
  failure: string | null;
  onClose: () => void;
  onDelete: () => void;
  /** What deleting them means. */
  children: ReactNode;
}

/** Asks before entries are deleted. */
export function DeleteModal({
  open,
  title,
  action,
  names,
  isPending,
  failure,
  onClose,
  onDelete,
  children,
}: DeleteModalProps) {
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
          <Button look="danger" disabled={isPending} onClick={onDelete}>
            {isPending ? actionTexts.oneMoment : action}
          </Button>
        </>
      }
    >
      <ul className={css.names}>{names}</ul>
      {children}
      <div role="alert">{failure !== null && <p className={css.failure}>{actionTexts.notDeleted({ failure })}</p>}</div>
    </Modal>
  );
}
