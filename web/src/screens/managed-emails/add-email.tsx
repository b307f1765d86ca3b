import type { EmailType, ManagedEmail } from '@academy/contract/managed-emails';
import { useState } from 'react';
import { useEmailChanges } from '../../api/managed-emails.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { addFailureText } from './add-failure.ts';
import css from './email-page.module.css';
import { emailProblems } from './email-problem.ts';
import { managedEmailTexts } from './managed-email-texts.ts';

interface AddEmailProps {
  types: readonly EmailType[];
  onAdded: (email: ManagedEmail) => Promise<void>;
}

/** Adds an address, then verifies it by the code that was mailed to it. */
export function AddEmail({ types, onAdded }: AddEmailProps) {
  const { add } = useEmailChanges();
  const [type, setType] = useState<EmailType>('personal');
  const [email, setEmail] = useState('');
  const { form, problems, isPending, submit } = useSubmit<'email'>(() => null);

  const send = async () => {
    let added: ManagedEmail;
    try {
      added = await add(type, email.trim());
    } catch (error) {
      showAlert({ type: 'danger', message: `<p>${escapeHtml(addFailureText(error))}</p>` });
      return;
    }
    setEmail('');
    addToast({ type: 'success', message: managedEmailTexts.added });
    await onAdded(added);
  };

  return (
    <form
      ref={form}
      className={css.add}
      aria-label={managedEmailTexts.addForm}
      noValidate
      onSubmit={(event) => void submit(event, () => emailProblems(email), send)}
    >
      <Field label={managedEmailTexts.type}>
        {(control) => (
          <select {...control} value={type} onChange={({ target }) => setType(target.value as EmailType)}>
            {types.map((one) => (
              <option key={one} value={one}>
                {managedEmailTexts[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={managedEmailTexts.email} problem={problems.email}>
        {(control) => (
          <input
            {...control}
            type="email"
            name="email"
            autoComplete="email"
            maxLength={254}
            required
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            onBlur={() => setEmail(email.trim())}
          />
        )}
      </Field>
      <Button type="submit" look="primary" aria-disabled={isPending}>
        {isPending ? managedEmailTexts.oneMoment : managedEmailTexts.add}
      </Button>
    </form>
  );
}
