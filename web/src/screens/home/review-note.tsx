import { reviewMinutes } from '@academy/contract/rules/review-schedule';
import { Repeat } from 'lucide-react';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import css from './dashboard.module.css';
import { dashboardTexts } from './dashboard-texts.ts';

/** Shows how many questions of the daily review are due. */
export function ReviewNote({ due }: { due: number }) {
  return (
    <section className={css.review} aria-label={dashboardTexts.reviewLabel}>
      <Repeat aria-hidden="true" />
      <p>{dashboardTexts.reviewDue({ questions: due, minutes: reviewMinutes(due) })}</p>
      <LinkButton href={urls.review()}>{dashboardTexts.reviewNow}</LinkButton>
    </section>
  );
}
