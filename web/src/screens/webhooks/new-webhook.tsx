import { WEBHOOK_EVENTS, type WebhookEvent } from '@academy/contract/webhooks';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useWebhookChanges } from '../../api/webhooks.ts';
import { type Draft, readyToSend } from '../../forms/drafts.ts';
import { type Problems, useSubmit } from '../../forms/use-submit.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup, Field } from '../../ui/field.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { EVENT_TEXTS } from './webhook-text.ts';
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
    ...(url.trim() === '' ? { url: 'Enter the address.' } : {}),
    ...(events.length === 0 ? { events: 'Choose at least one event.' } : {}),
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
          Copy the secret now
        </h2>
        <SecretField
          label="Secret of the webhook"
          name="The secret"
          value={secret}
          warning={
            <p>
              The receiver verifies signatures with it, as Standard Webhooks describes. It is shown this once, and
              nobody can bring it back.
            </p>
          }
        >
          <Button
            onClick={() => {
              setSecret(null);
              requestAnimationFrame(() => document.getElementById('new-webhook')?.focus());
            }}
          >
            Done
          </Button>
        </SecretField>
      </section>
    );
  if (hosts.length === 0)
    return (
      <section className={css.panel} aria-labelledby="new-webhook">
        <h2 id="new-webhook" tabIndex={-1}>
          Nothing can be sent yet
        </h2>
        <p>
          The operator of this installation has to name the hosts that may be told something, by the setting{' '}
          <code>ACADEMY_WEBHOOK_HOSTS</code>.
        </p>
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
        New webhook
      </h2>
      <div role="alert">{failure !== null && <p className={css.problem}>No webhook was made. {failure}</p>}</div>
      <div className={css.fields}>
        <Field label="Address" hint={`On one of: ${hosts.join(', ')}`} problem={problems.url}>
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
        <Field label="Description" hint="What stands behind it. May stay empty." problem={problems.description}>
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
        legend="Events"
        problem={problems.events}
        choices={WEBHOOK_EVENTS.map((name) => ({ name, text: EVENT_TEXTS[name] }))}
        chosen={events}
        onChange={setEvents}
      />
      <div>
        <Button type="submit" look="primary" disabled={isPending}>
          {isPending ? 'One moment' : 'Create webhook'}
        </Button>
      </div>
    </form>
  );
}
