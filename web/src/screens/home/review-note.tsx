import { reviewMinutes } from '@academy/contract/rules/review-schedule';
import { Repeat } from 'lucide-react';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import css from './dashboard.module.css';

/** Says that questions of the daily review are due. */
export function ReviewNote({ due }: { due: number }) {
  const minutes = reviewMinutes(due);
  return (
    <section className={css.review} aria-label="Daily review">
      <Repeat aria-hidden="true" />
      <p>
        {due === 1 ? '1 question' : `${due} questions`} to review, about{' '}
        {minutes === 1 ? '1 minute' : `${minutes} minutes`}
      </p>
      <LinkButton href={urls.review()}>Review now</LinkButton>
    </section>
  );
}
