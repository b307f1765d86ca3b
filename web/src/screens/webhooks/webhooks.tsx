import type { Webhook } from '@academy/contract/webhooks';
import { useRef, useState } from 'react';
import { useWebhookChanges, useWebhooks } from '../../api/webhooks.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Deliveries } from './deliveries.tsx';
import { NewWebhook } from './new-webhook.tsx';
import css from './webhooks.module.css';

/** The webhooks of the academy: create, pause, test, delete, and their deliveries. */
export function Webhooks() {
  const { data, error, refetch } = useWebhooks();
  const changes = useWebhookChanges();
  const [deleting, setDeleting] = useState<Webhook | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  if (data === undefined)
    return error === null ? (
      <p role="status" className={css.note}>
        Webhooks are on their way
      </p>
    ) : (
      <div role="alert" className={css.panel}>
        <p>The webhooks could not be loaded. {error.message}</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </div>
    );

  const report = (change: Promise<unknown>, done: string) =>
    change.then(
      () => addToast({ type: 'success', message: done }),
      (reason: unknown) =>
        addToast({ type: 'danger', message: reason instanceof Error ? reason.message : String(reason) }),
    );
  const setActive = ({ webhookId, description, events }: Webhook, isActive: boolean) =>
    report(
      changes.update(webhookId, { description, events, isActive }),
      isActive ? 'The webhook goes on.' : 'The webhook is paused.',
    );
  const remove = async (one: Webhook) => {
    setDeleting(null);
    await report(changes.remove(one.webhookId), 'The webhook was deleted.');
    // The pressed button was removed with its webhook.
    heading.current?.focus();
  };
  return (
    <div className={css.parts}>
      <NewWebhook hosts={data.hosts} />
      <section className={css.listed} aria-labelledby="webhooks">
        <h2 id="webhooks" ref={heading} tabIndex={-1}>
          Webhooks
        </h2>
        {data.result.length === 0 ? (
          <p className={css.note}>No other system is told anything yet.</p>
        ) : (
          <ul className={css.list}>
            {data.result.map((one) => (
              <li key={one.webhookId} className={css.webhook}>
                <h3>{one.description === '' ? new URL(one.url).host : one.description}</h3>
                <p className={css.address}>
                  <code>{one.url}</code>
                </p>
                <p className={css.tags}>
                  {!one.isActive && <Tag look="accent">Paused</Tag>}
                  {one.events.map((event) => (
                    <Tag key={event}>{event}</Tag>
                  ))}
                </p>
                {one.problem !== null && <p className={css.problem}>Paused by the academy: {one.problem}</p>}
                <p className={css.note}>
                  {one.counts.delivered} delivered, {one.counts.waiting} waiting, {one.counts.failed} given up
                </p>
                <div className={css.buttons}>
                  <Button
                    aria-label={`Send a ping to ${one.url}`}
                    disabled={!one.isActive}
                    onClick={() => void report(changes.ping(one.webhookId), 'A ping is on its way.')}
                  >
                    Send a ping
                  </Button>
                  <Button
                    aria-label={`${one.isActive ? 'Pause' : 'Resume'} ${one.url}`}
                    onClick={() => void setActive(one, !one.isActive)}
                  >
                    {one.isActive ? 'Pause' : 'Resume'}
                  </Button>
                  <Button aria-label={`Delete ${one.url}`} onClick={() => setDeleting(one)}>
                    Delete
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className={css.listed}>
        <h2>Deliveries</h2>
        <Deliveries webhooks={data.result} />
      </div>
      <Modal
        open={deleting !== null}
        title="Delete this webhook?"
        onClose={() => setDeleting(null)}
        actions={
          <>
            <Button data-first onClick={() => setDeleting(null)}>
              Cancel
            </Button>
            <Button look="danger" onClick={() => deleting !== null && void remove(deleting)}>
              Delete webhook
            </Button>
          </>
        }
      >
        <p className={css.address}>
          <code>{deleting?.url}</code> is told nothing any more, its secret is gone, and{' '}
          {deleting === null ? 0 : Object.values(deleting.counts).reduce((sum, count) => sum + count, 0)} deliveries go
          with it. This cannot be undone; to stop it for a while, pause it.
        </p>
      </Modal>
    </div>
  );
}
