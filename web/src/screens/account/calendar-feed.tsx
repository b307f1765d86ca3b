import { useState } from 'react';
import { useCalendarFeed } from '../../api/assignments-calendar.ts';
import { reasonOf } from '../../api/call-error.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import css from './account-page.module.css';
import { calendarFeedTexts } from './calendar-feed-texts.ts';

/** The secret address at which the learner's calendar reads what is due. */
export function CalendarFeed() {
  const { data, isError, refetch, create, remove } = useCalendarFeed();
  const [url, setUrl] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const run = async (work: () => Promise<void>) => {
    if (isPending) return;
    setPending(true);
    try {
      await work();
    } catch (error) {
      addToast({ type: 'danger', message: reasonOf(error) });
    } finally {
      setPending(false);
    }
  };
  const make = () => run(async () => setUrl(await create()));
  const end = () =>
    run(async () => {
      await remove();
      setUrl(null);
      addToast({ type: 'success', message: calendarFeedTexts.ended, autoClose: true });
    });
  if (data === undefined)
    return (
      <div className={css.part} role={isError ? 'alert' : undefined}>
        {isError && (
          <>
            <p className={css.failure}>{calendarFeedTexts.failed}</p>
            <Button onClick={() => void refetch()}>{calendarFeedTexts.tryAgain}</Button>
          </>
        )}
      </div>
    );
  return (
    <div className={css.part}>
      <p className={css.note}>{calendarFeedTexts.text}</p>
      {url !== null && (
        <SecretField label={calendarFeedTexts.address} value={url} warning={calendarFeedTexts.once}>
          {null}
        </SecretField>
      )}
      {data.createdAt === null ? (
        <div>
          <Button disabled={isPending} onClick={() => void make()}>
            {calendarFeedTexts.create}
          </Button>
        </div>
      ) : (
        <>
          <p className={css.note}>
            {calendarFeedTexts.since} <Moment at={data.createdAt} />
            {' · '}
            {data.lastReadAt === null ? (
              calendarFeedTexts.neverRead
            ) : (
              <>
                {calendarFeedTexts.lastRead} <Moment at={data.lastReadAt} />
              </>
            )}
          </p>
          <div className={css.buttons}>
            <Button disabled={isPending} onClick={() => void make()}>
              {calendarFeedTexts.renew}
            </Button>
            <Button disabled={isPending} onClick={() => void end()}>
              {calendarFeedTexts.end}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
