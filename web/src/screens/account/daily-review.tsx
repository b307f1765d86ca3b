import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { enableReview, useReviewSummary } from '../../api/reviews.ts';
import { urls } from '../../navigation/urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import css from './account-page.module.css';

/** Switches the daily review on and off, in all academies. */
export function DailyReview() {
  const client = useQueryClient();
  const { data, isError, refetch } = useReviewSummary();
  const [pending, setPending] = useState<boolean | null>(null);
  const change = async (enabled: boolean) => {
    if (pending !== null) return;
    setPending(enabled);
    // The call has shown the error, and the switch shows the present state.
    await enableReview(client, enabled).catch(() => undefined);
    setPending(null);
  };
  const enabled = pending ?? data?.enabled ?? false;
  return (
    <div className={css.part}>
      <p className={css.note}>
        Questions that you got wrong in a knowledge check, or marked with "Ask me again", come back after growing
        intervals: a few a day, five minutes at most. Your progress stays as it is. Switched off, nothing is asked and
        nothing is added; what waits stays for the day on which you switch it on again.
      </p>
      {data === undefined && isError ? (
        <div role="alert">
          <p className={css.failure}>How it is set could not be loaded.</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      ) : (
        <div className={css.choice}>
          {data !== undefined && (
            <>
              <Switch label="Daily review" checked={enabled} onChange={(on) => void change(on)} />
              {enabled && (
                <LinkButton look="quiet" href={urls.review()}>
                  Open it
                </LinkButton>
              )}
            </>
          )}
        </div>
      )}
    </div>
  );
}
