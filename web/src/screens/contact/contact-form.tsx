import { CONTACT_LIMITS } from '@academy/contract/constants';
import { type ChangeEvent, useId } from 'react';
import { postContactMessage } from '../../api/contact.ts';
import { useMe } from '../../api/people.ts';
import { draftsOf, useDraft } from '../../forms/drafts.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { showAlert } from '../../lib/dialogs.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import css from './contact.module.css';
import type { ContactField } from './contact-rules.ts';
import { contactTexts } from './contact-texts.ts';

const FIELDS = ['firstName', 'lastName', 'email', 'subject', 'message'] as const satisfies readonly ContactField[];

/** Null: not edited; the form shows what the academy knows. */
const NOTHING: Record<ContactField, string | null> = {
  firstName: null,
  lastName: null,
  email: null,
  subject: null,
  message: null,
};
const drafts = draftsOf('contact', NOTHING);

/** The contact form. Its draft is kept until it is sent, also across a reload and a log-in. */
export function ContactForm() {
  const { contactTopics } = useTenant();
  const me = useMe();
  const { words, change, ready, clear } = useDraft(drafts, {});
  const { form, problems, failure, isPending, submit } = useSubmit((name) => FIELDS.find((field) => field === name));
  const trapId = useId();
  const known: Partial<Record<ContactField, string>> = me ?? {};
  const shown = Object.fromEntries(FIELDS.map((name) => [name, words[name] ?? known[name] ?? ''])) as Record<
    ContactField,
    string
  >;

  const trimmed = () =>
    Object.fromEntries(FIELDS.map((name) => [name, shown[name].trim()])) as Record<ContactField, string>;
  const check = async () => (await import('./contact-rules.ts')).contactProblems(trimmed());
  const send = async () => {
    const website = form.current?.querySelector<HTMLInputElement>('[name="website"]')?.value ?? '';
    const message = await postContactMessage({ ...trimmed(), website }, ready(trimmed()));
    clear();
    showAlert({ type: 'success', message });
  };
  const bind = (name: ContactField) => ({
    name,
    required: true,
    value: shown[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      change({ [name]: target.value }),
    onBlur: () => shown[name] !== shown[name].trim() && change({ [name]: shown[name].trim() }),
  });

  return (
    <form
      ref={form}
      className={css.form}
      aria-label={contactTexts.contact}
      noValidate
      onSubmit={(event) => void submit(event, check, send)}
    >
      <div className={css.names}>
        <Field label={contactTexts.firstName} problem={problems.firstName}>
          {(control) => (
            <input {...control} {...bind('firstName')} autoComplete="given-name" maxLength={CONTACT_LIMITS.name} />
          )}
        </Field>
        <Field label={contactTexts.lastName} problem={problems.lastName}>
          {(control) => (
            <input {...control} {...bind('lastName')} autoComplete="family-name" maxLength={CONTACT_LIMITS.name} />
          )}
        </Field>
      </div>
      <Field label={contactTexts.email} hint={contactTexts.emailHint} problem={problems.email}>
        {(control) => <input {...control} {...bind('email')} type="email" autoComplete="email" maxLength={254} />}
      </Field>
      <Field label={contactTexts.topic} problem={problems.subject}>
        {(control) => (
          <select {...control} {...bind('subject')}>
            <option value="">{contactTexts.chooseTopic}</option>
            {contactTopics.map((topic) => (
              <option key={topic} value={topic}>
                {topic}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={contactTexts.message} problem={problems.message}>
        {(control) => <textarea {...control} {...bind('message')} rows={8} maxLength={CONTACT_LIMITS.message} />}
      </Field>
      <div className={css.trap} aria-hidden="true">
        <label htmlFor={trapId}>{contactTexts.leaveEmpty}</label>
        <input id={trapId} name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <div role="alert">{failure !== null && <p className={css.failure}>{contactTexts.notSent({ failure })}</p>}</div>
      <Button type="submit" look="primary" aria-disabled={isPending}>
        {isPending ? contactTexts.oneMoment : contactTexts.send}
      </Button>
    </form>
  );
}
