import { WEBHOOK_EVENTS, type WebhookEvent } from '@academy/contract/webhooks';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useWebhookChanges } from '../../api/webhooks.ts';
import { type Draft, readyToSend } from '../../forms/drafts.ts';
import { type Problems, useSubmit } from '../../forms/use-submit.ts';
import { joined } from '../../i18n/joined.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup, Field } from '../../ui/field.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { eventTexts } from './webhook-text.ts';
import { webhookTexts } from './webhook-texts.ts';
import css from './webhooks.module.css';

/** A new webhook, before anything of it was sent. */
const unsent = (): Draft<object> => ({ words: {}, key: crypto.randomUUID(), sent: null });

const FIELDS = ['url', 'events', 'description'] as const;

/** The form for a new webhook, and after it its secret, once. */
export function NewWebhook({ hosts }: { hosts: readonly string[] }) {
  const { create } = useWebhookChanges();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState<WebhookEvent[]>([]);
  const { form, problems, failure, isPending, submit } = useSubmit((name) => FIELDS.find((field) => field === name));
  const [secret, setSecret] = useState<string | null>(null);
  const [sending, setSending] = useState(unsent);
  const made = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (secret !== null) made.current?.focus();
  }, [secret]);

  const missing = (): Problems<(typeof FIELDS)[number]> => ({
    ...(url.trim() === '' ? { url: webhookTexts.enterAddress } : {}),
    ...(events.length === 0 ? { events: webhookTexts.chooseEvent } : {}),
  });
  const onSubmit = (event: FormEvent) =>
    submit(event, missing, async () => {
      const words = { url: url.trim(), description: description.trim(), events };
      const next = readyToSend({ ...sending, words });
      setSending(next);
      const reply = await create(words, next.key);
      setSending(unsent());
      setSecret(reply.secret);
      setUrl('');
      setDescription('');
      setEvents([]);
    });

  if (secret !== null)
    return (
      <section className={css.made} aria-labelledby="webhook-secret">
        <h2 id="webhook-secret" ref={made} tabIndex={-1}>
          {webhookTexts.copySecret}
        </h2>
        <SecretField label={webhookTexts.secretOf} value={secret} warning={<p>{webhookTexts.secretText}</p>}>
          <Button
            onClick={() => {
              setSecret(null);
              requestAnimationFrame(() => document.getElementById('new-webhook')?.focus());
            }}
          >
            {webhookTexts.done}
          </Button>
        </SecretField>
      </section>
    );
  if (hosts.length === 0)
    return (
      <section className={css.panel} aria-labelledby="new-webhook">
        <h2 id="new-webhook" tabIndex={-1}>
          {webhookTexts.notAllowedTitle}
        </h2>
        <p>{joined(webhookTexts.notAllowedText({ code: (words) => <code>{words}</code> }))}</p>
      </section>
    );
  return (
    <form
      ref={form}
      className={css.panel}
      aria-labelledby="new-webhook"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      <h2 id="new-webhook" tabIndex={-1}>
        {webhookTexts.newWebhook}
      </h2>
      <div role="alert">
        {failure !== null && <p className={css.problem}>{webhookTexts.notCreated({ failure })}</p>}
      </div>
      <div className={css.fields}>
        <Field
          label={webhookTexts.address}
          hint={webhookTexts.addressHint({ hosts: hosts.join(', ') })}
          problem={problems.url}
        >
          {(control) => (
            <input
              {...control}
              type="url"
              autoComplete="off"
              required
              value={url}
              onChange={({ target }) => setUrl(target.value)}
              onBlur={() => setUrl((typed) => typed.trim())}
            />
          )}
        </Field>
        <Field label={webhookTexts.description} hint={webhookTexts.descriptionHint} problem={problems.description}>
          {(control) => (
            <input
              {...control}
              maxLength={200}
              value={description}
              onChange={({ target }) => setDescription(target.value)}
              onBlur={() => setDescription((typed) => typed.trim())}
            />
          )}
        </Field>
      </div>
      <CheckboxGroup
        legend={webhookTexts.events}
        problem={problems.events}
        choices={WEBHOOK_EVENTS.map((name) => ({ name, text: eventTexts()[name] }))}
        chosen={events}
        onChange={setEvents}
      />
      <div>
        <Button type="submit" look="primary" disabled={isPending}>
          {isPending ? webhookTexts.oneMoment : webhookTexts.create}
        </Button>
      </div>
    </form>
  );
}
