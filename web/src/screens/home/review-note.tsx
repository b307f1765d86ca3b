import { reviewMinutes } from '@academy/contract/rules/review-schedule';
import { Repeat } from 'lucide-react';
import { countText } from '../../lib/count-text.ts';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import css from './dashboard.module.css';

/** Shows how many questions of the daily review are due. */
export function ReviewNote({ due }: { due: number }) {
  const minutes = reviewMinutes(due);
  return (
    <section className={css.review} aria-label="Daily review">
      <Repeat aria-hidden="true" />
      <p>
        {countText(due, 'question')} to review, about {countText(minutes, 'minute')}
      </p>
      <LinkButton href={urls.review()}>Review now</LinkButton>
    </section>
  );
}
