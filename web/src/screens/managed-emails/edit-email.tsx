import type { ManagedEmail } from '@academy/contract/managed-emails';
import { useId, useState } from 'react';
import { useEmailChanges } from '../../api/managed-emails.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './email-page.module.css';
import { emailProblems } from './email-problem.ts';
import { managedEmailTexts } from './managed-email-texts.ts';

interface EditEmailProps {
  email: ManagedEmail;
  onClose: () => void;
  onUpdated: (email: ManagedEmail) => Promise<void>;
}

/** Puts another address in the place of one. */
export function EditEmail({ email: { email: before, type, isVerified }, onClose, onUpdated }: EditEmailProps) {
  const { update } = useEmailChanges();
  const [email, setEmail] = useState(before);
  const { form, problems, failure, isPending, submit } = useSubmit((name) => (name === 'newEmail' ? 'email' : null));
  const formId = useId();

  const send = async () => {
    const updated = await update(type, before, email.trim());
    addToast({ type: 'success', message: managedEmailTexts.updated });
    onClose();
    if (!updated.isVerified) await onUpdated(updated);
  };

  return (
    <Modal
      open
      title={managedEmailTexts.editTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{managedEmailTexts.cancel}</Button>
          <Button type="submit" form={formId} look="primary" aria-disabled={isPending}>
            {isPending ? managedEmailTexts.oneMoment : managedEmailTexts.save}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        className={css.modalForm}
        noValidate
        onSubmit={(event) => void submit(event, () => emailProblems(email), send)}
      >
        {isVerified && <p>{managedEmailTexts.editNote}</p>}
        <Field label={managedEmailTexts.email} problem={problems.email}>
          {(control) => (
            <input
              {...control}
              type="email"
              name="email"
              maxLength={254}
              required
              data-first
              value={email}
              onChange={({ target }) => setEmail(target.value)}
              onBlur={() => setEmail(email.trim())}
            />
          )}
        </Field>
        <div role="alert">
          {failure !== null && <p className={css.failure}>{managedEmailTexts.editFailed({ failure })}</p>}
        </div>
      </form>
    </Modal>
  );
}
