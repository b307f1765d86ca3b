import { isAcademyType, type ManagedEmail } from '@academy/contract/managed-emails';
import { type ReactNode, useId } from 'react';
import { useEmailChanges } from '../../api/managed-emails.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { joined } from '../../i18n/joined.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './email-page.module.css';
import { managedEmailTexts } from './managed-email-texts.ts';

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
    addToast({ type: 'success', message: managedEmailTexts.deleted });
    onClose();
  };
  const words = { email, b: (parts: ReactNode[]) => <strong className={css.long}>{parts}</strong> };
  const meaning = () => {
    if (!isVerified) return managedEmailTexts.deleteText(words);
    return isAcademyType(type) ? managedEmailTexts.deleteAcademyText(words) : managedEmailTexts.deleteOwnText(words);
  };

  return (
    <Modal
      open
      title={managedEmailTexts.deleteTitle}
      onClose={onClose}
      actions={
        <>
          <Button data-first onClick={onClose}>
            {managedEmailTexts.cancel}
          </Button>
          <Button type="submit" form={formId} look="danger" aria-disabled={isPending}>
            {isPending ? managedEmailTexts.oneMoment : managedEmailTexts.deleteAddress}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} className={css.modalForm} onSubmit={(event) => void submit(event, () => ({}), send)}>
        <p>{joined(meaning())}</p>
        <div role="alert">
          {failure !== null && <p className={css.failure}>{managedEmailTexts.deleteFailed({ failure })}</p>}
        </div>
      </form>
    </Modal>
  );
}
