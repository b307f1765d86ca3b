import type { Webhook } from '@academy/contract/webhooks';
import { useRef, useState } from 'react';
import { useWebhookChanges, useWebhooks } from '../../api/webhooks.ts';
import { joined } from '../../i18n/joined.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Deliveries } from './deliveries.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { webhookTexts } from './webhook-texts.ts';
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
        {webhookTexts.loading}
      </p>
    ) : (
      <div role="alert" className={css.panel}>
        <p>{webhookTexts.failed({ message: error.message })}</p>
        <Button onClick={() => void refetch()}>{webhookTexts.tryAgain}</Button>
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
      isActive ? webhookTexts.resumed : webhookTexts.paused,
    );
  const remove = async (one: Webhook) => {
    setDeleting(null);
    await report(changes.remove(one.webhookId), webhookTexts.deleted);
    // The pressed button was removed with its webhook.
    heading.current?.focus();
  };
  return (
    <div className={css.parts}>
      <NewWebhook hosts={data.hosts} />
      <section className={css.listed} aria-labelledby="webhooks">
        <h2 id="webhooks" ref={heading} tabIndex={-1}>
          {webhookTexts.webhooks}
        </h2>
        {data.result.length === 0 ? (
          <p className={css.note}>{webhookTexts.empty}</p>
        ) : (
          <ul className={css.list}>
            {data.result.map((one) => (
              <li key={one.webhookId} className={css.webhook}>
                <h3>{one.description === '' ? new URL(one.url).host : one.description}</h3>
                <p className={css.address}>
                  <code>{one.url}</code>
                </p>
                <p className={css.tags}>
                  {!one.isActive && <Tag look="accent">{webhookTexts.pausedState}</Tag>}
                  {one.events.map((event) => (
                    <Tag key={event}>{event}</Tag>
                  ))}
                </p>
                {one.problem !== null && (
                  <p className={css.problem}>{webhookTexts.pausedByAcademy({ problem: one.problem })}</p>
                )}
                <p className={css.note}>
                  {webhookTexts.counts({
                    delivered: one.counts.delivered,
                    waiting: one.counts.waiting,
                    failed: one.counts.failed,
                  })}
                </p>
                <div className={css.buttons}>
                  <Button
                    aria-label={webhookTexts.pingTo({ url: one.url })}
                    disabled={!one.isActive}
                    onClick={() => void report(changes.ping(one.webhookId), webhookTexts.pingSent)}
                  >
                    {webhookTexts.sendPing}
                  </Button>
                  <Button
                    aria-label={
                      one.isActive ? webhookTexts.pauseOne({ url: one.url }) : webhookTexts.resumeOne({ url: one.url })
                    }
                    onClick={() => void setActive(one, !one.isActive)}
                  >
                    {one.isActive ? webhookTexts.pause : webhookTexts.resume}
                  </Button>
                  <Button aria-label={webhookTexts.deleteOne({ url: one.url })} onClick={() => setDeleting(one)}>
                    {webhookTexts.delete}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
      <div className={css.listed}>
        <h2>{webhookTexts.deliveries}</h2>
        <Deliveries webhooks={data.result} />
      </div>
      <Modal
        open={deleting !== null}
        title={webhookTexts.deleteTitle}
        onClose={() => setDeleting(null)}
        actions={
          <>
            <Button data-first onClick={() => setDeleting(null)}>
              {webhookTexts.cancel}
            </Button>
            <Button look="danger" onClick={() => deleting !== null && void remove(deleting)}>
              {webhookTexts.deleteWebhook}
            </Button>
          </>
        }
      >
        <p className={css.address}>
          {joined(
            webhookTexts.deleteText({
              code: (words) => <code>{words}</code>,
              url: deleting?.url ?? '',
              count: deleting === null ? 0 : Object.values(deleting.counts).reduce((sum, count) => sum + count, 0),
            }),
          )}
        </p>
      </Modal>
    </div>
  );
}
