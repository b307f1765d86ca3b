import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import css from './delete-modal.module.css';
import { Modal } from './modal.tsx';

interface DeleteModalProps {
  open: boolean;
  /** What is deleted, with its number: `2 alerts`. */
  what: string;
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
export function DeleteModal({ open, what, names, isPending, failure, onClose, onDelete, children }: DeleteModalProps) {
  return (
    <Modal
      open={open}
      title={`Delete ${what}?`}
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button data-first disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" disabled={isPending} onClick={onDelete}>
            {isPending ? 'One moment' : `Delete ${what}`}
          </Button>
        </>
      }
    >
      <ul className={css.names}>{names}</ul>
      {children}
      <div role="alert">{failure !== null && <p className={css.failure}>Nothing was deleted. {failure}</p>}</div>
    </Modal>
  );
}
