import { DELIVERY_STATES, type Webhook, type WebhookDelivery } from '@academy/contract/webhooks';
import { useMemo } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { download } from '../../api/download.ts';
import { exportWebhookDeliveries, useWebhookChanges, useWebhookDeliveries } from '../../api/webhooks.ts';
import { joined } from '../../i18n/joined.ts';
import { momentText } from '../../lib/moments.ts';
import { addToast } from '../../lib/toasts.ts';
import { useTableFilters, useTableView } from '../../list-views/use-table-view.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { TableFilters } from '../../ui/data-table/table-filters.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Tag } from '../../ui/tag.tsx';
import { stateTexts } from './webhook-text.ts';
import { webhookTexts } from './webhook-texts.ts';
import css from './webhooks.module.css';

const secondText = (at: string) => momentText(at, { withSeconds: true });
const timeOf = (at: string) => <Moment at={at} withSeconds />;

type DeliveryColumn = 'happened' | 'event' | 'state' | 'attempts' | 'answer' | 'address' | 'id';

const deliveryColumns = (): readonly Column<WebhookDelivery, DeliveryColumn>[] => [
  { name: 'happened', title: webhookTexts.happened, cell: ({ happenedAt }) => timeOf(happenedAt) },
  { name: 'event', title: webhookTexts.event, cell: ({ event }) => <strong>{event}</strong> },
  {
    name: 'state',
    title: webhookTexts.state,
    cell: ({ state, nextAttemptAt }) => (
      <>
        <Tag {...(state === 'failed' ? { look: 'accent' as const } : {})}>{stateTexts()[state]}</Tag>
        {nextAttemptAt !== null && (
          <>
            {' '}
            {joined(webhookTexts.nextAttempt({ time: () => timeOf(nextAttemptAt), moment: secondText(nextAttemptAt) }))}
          </>
        )}
      </>
    ),
  },
  { name: 'attempts', title: webhookTexts.attempts, isNumber: true, cell: ({ attempts }) => attempts },
  {
    name: 'answer',
    title: webhookTexts.answer,
    cell: ({ lastStatus, lastError, state }) =>
      state === 'delivered' ? lastStatus : (lastError ?? webhookTexts.noneYet),
  },
  { name: 'address', title: webhookTexts.address, cell: ({ url }) => <code>{url}</code> },
  { name: 'id', title: webhookTexts.id, isHidden: true, cell: ({ deliveryId }) => <code>{deliveryId}</code> },
];

/** The newest first; there is no other order. */
const AT_FIRST = { sortBy: null, sortDir: 'asc' } as const;
const FILTERS = ['webhook', 'state'] as const;
const ALL = { webhook: '', state: '' };

/** Deliveries of the last thirty days with their answers, and a button to send them again. */
export function Deliveries({ webhooks }: { webhooks: readonly Webhook[] }) {
  const tenantId = useChosenAcademy();
  const columns = useMemo(deliveryColumns, []);
  const table = useTableView(columns, AT_FIRST);
  const { values, isFiltered, change } = useTableFilters(FILTERS);
  const webhookId = webhooks.some((one) => one.webhookId === values.webhook) ? values.webhook : undefined;
  const state = DELIVERY_STATES.find((one) => one === values.state);
  const read = useWebhookDeliveries({
    pageNumber: table.view.page - 1,
    ...(webhookId === undefined ? {} : { webhookId }),
    ...(state === undefined ? {} : { state }),
  });
  const { replay } = useWebhookChanges();
  const again = ({ deliveryId }: WebhookDelivery) =>
    replay(deliveryId).then(
      () => addToast({ type: 'success', message: webhookTexts.sentAgain }),
      (error: unknown) => addToast({ type: 'danger', message: reasonOf(error) }),
    );
  return (
    <PagedTable
      {...table}
      label={webhookTexts.listLabel}
      counted={webhookTexts.counted}
      columns={columns}
      read={read}
      idOf={({ deliveryId }) => deliveryId}
      titleOf={({ event, happenedAt }) => `${event}, ${secondText(happenedAt)}`}
      searchLabel={null}
      isFiltered={isFiltered}
      onShowAll={() => change(ALL)}
      tools={
        <DownloadButton
          label={webhookTexts.download}
          onDownload={() =>
            download(exportWebhookDeliveries, { webhookId: webhookId ?? '', state: state ?? '' }, tenantId)
          }
        />
      }
      filters={
        <TableFilters isFiltered={isFiltered} onClear={() => change(ALL)}>
          <Field label={webhookTexts.webhook}>
            {(control) => (
              <select {...control} value={webhookId ?? ''} onChange={({ target }) => change({ webhook: target.value })}>
                <option value="">{webhookTexts.all}</option>
                {webhooks.map((one) => (
                  <option key={one.webhookId} value={one.webhookId}>
                    {one.description === '' ? one.url : one.description}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={webhookTexts.state}>
            {(control) => (
              <select {...control} value={state ?? ''} onChange={({ target }) => change({ state: target.value })}>
                <option value="">{webhookTexts.all}</option>
                {DELIVERY_STATES.map((one) => (
                  <option key={one} value={one}>
                    {stateTexts()[one]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </TableFilters>
      }
      details={({ payload }) => (
        <pre className={css.payload}>
          <code>{JSON.stringify(payload, null, 2)}</code>
        </pre>
      )}
      actions={(one) => (
        <Button
          aria-label={webhookTexts.sendAgainOne({ event: one.event, time: secondText(one.happenedAt) })}
          onClick={() => void again(one)}
        >
          {webhookTexts.sendAgain}
        </Button>
      )}
      whenEmpty={
        <>
          <h3>{webhookTexts.noDeliveries}</h3>
          <p>{webhookTexts.noDeliveriesText}</p>
        </>
      }
    />
  );
}
