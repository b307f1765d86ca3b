import { isAcademyType, type ManagedEmail } from '@academy/contract/managed-emails';
import { useId } from 'react';
import { EMAIL_MESSAGES, useEmailChanges } from '../../api/managed-emails.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './email-page.module.css';

interface DeleteEmailProps {
  email: ManagedEmail;
  onClose: () => void;
}

/** Asks before an address is deleted, and says what that means. */
export function DeleteEmail({ email: { email, type, isVerified }, onClose }: DeleteEmailProps) {
  const { remove } = useEmailChanges();
  const { form, failure, isPending, submit } = useSubmit(() => null);
  const formId = useId();

  const send = async () => {
    await remove(type, email);
    addToast({ type: 'success', message: EMAIL_MESSAGES.deleted });
    onClose();
  };
  const meaning = isAcademyType(type)
    ? 'The academy no longer uses it: what went there goes to the other addresses of its type, or, if this is the last one, to the administrators.'
    : 'The log-in page no longer knows you by it.';

  return (
    <Modal
      open
      title="Delete this address?"
      onClose={onClose}
      actions={
        <>
          <Button data-first onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} look="danger" aria-disabled={isPending}>
            {isPending ? 'One moment' : 'Delete'}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} className={css.modalForm} onSubmit={(event) => void submit(event, () => ({}), send)}>
        <p>
          <strong className={css.long}>{email}</strong> is taken off the list.{isVerified && ` ${meaning}`} You can add
          it again, and verify it again.
        </p>
        <div role="alert">
          {failure !== null && <p className={css.failure}>The address was not deleted. {failure}</p>}
        </div>
      </form>
    </Modal>
  );
}
