import type { ManagedEmail } from '@academy/contract/managed-emails';
import { TEXTS } from '@academy/contract/texts';
import { useId, useState } from 'react';
import { useEmailChanges } from '../../api/managed-emails.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { joined } from '../../i18n/joined.ts';
import { showAlert } from '../../lib/dialogs.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './email-page.module.css';
import { managedEmailTexts } from './managed-email-texts.ts';

interface VerifyEmailProps {
  email: ManagedEmail;
  onAgain: () => Promise<void>;
  onClose: () => void;
}

/** Takes the code that was mailed to an address. */
export function VerifyEmail({ email: { email, type }, onAgain, onClose }: VerifyEmailProps) {
  const { checkCode } = useEmailChanges();
  const [code, setCode] = useState('');
  const [isSending, setSending] = useState(false);
  const { form, problems, answered, failure, isPending, submit } = useSubmit<'code'>(() => null);
  const formId = useId();

  const send = async () => {
    if (await checkCode(type, email, code.trim())) {
      addToast({ type: 'success', message: managedEmailTexts.emailVerified });
      onClose();
    } else {
      showAlert({ type: 'danger', message: `<p>${managedEmailTexts.invalidCode}</p>` });
    }
  };
  const again = async () => {
    if (isSending) return;
    setSending(true);
    await onAgain();
    setSending(false);
  };

  return (
    <Modal
      open
      title={managedEmailTexts.verifyTitle}
      onClose={onClose}
      actions={
        <>
          <Button aria-disabled={isSending} onClick={() => void again()}>
            {isSending ? managedEmailTexts.oneMoment : managedEmailTexts.sendAnother}
          </Button>
          <Button type="submit" form={formId} look="primary" aria-disabled={isPending}>
            {isPending ? managedEmailTexts.oneMoment : managedEmailTexts.verify}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        className={css.modalForm}
        noValidate
        onSubmit={(event) =>
          void submit(
            event,
            () => (code.trim() === '' ? { code: TEXTS.fieldRequired({ field: managedEmailTexts.codeField }) } : {}),
            send,
          )
        }
      >
        <p>
          {joined(
            managedEmailTexts.verifyText({ strong: (words) => <strong className={css.long}>{words}</strong>, email }),
          )}
        </p>
        <Field label={managedEmailTexts.code} problem={problems.code}>
          {(control) => (
            <input
              {...control}
              className={css.code}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              required
              data-first
              value={code}
              onChange={({ target }) => {
                setCode(target.value);
                answered('code');
              }}
              onBlur={() => setCode(code.trim())}
            />
          )}
        </Field>
        <div role="alert">
          {failure !== null && <p className={css.failure}>{managedEmailTexts.codeFailed({ failure })}</p>}
        </div>
      </form>
    </Modal>
  );
}
