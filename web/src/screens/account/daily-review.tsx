import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { enableReview, useReviewSummary } from '../../api/reviews.ts';
import { urls } from '../../navigation/urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import css from './account-page.module.css';
import { accountTexts } from './account-texts.ts';

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
      <p className={css.note}>{accountTexts.dailyReviewText}</p>
      {data === undefined && isError ? (
        <div role="alert">
          <p className={css.failure}>{accountTexts.settingFailed}</p>
          <Button onClick={() => void refetch()}>{accountTexts.tryAgain}</Button>
        </div>
      ) : (
        <div className={css.choice}>
          {data !== undefined && (
            <>
              <Switch label={accountTexts.dailyReview} checked={enabled} onChange={(on) => void change(on)} />
              {enabled && (
                <LinkButton look="quiet" href={urls.review()}>
                  {accountTexts.openReview}
                </LinkButton>
              )}
            </>
          )}
        </div>
      )}
    </div>
  );
}
