import { RATING_STARS } from '@academy/contract/constants';
import type { FeedbackItem } from '@academy/contract/feedback-admin';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './feedback-list.module.css';

/** Longest text in the table; the details show all of it. */
const SHORT = 160;

export type FeedbackColumn = 'at' | 'about' | 'rating' | 'words' | 'writer' | 'course' | 'form' | 'id';

/** The columns of feedback, in their order. */
export const FEEDBACK_COLUMNS: readonly Column<FeedbackItem, FeedbackColumn>[] = [
  {
    name: 'at',
    title: 'When',
    isSortable: true,
    cell: ({ at }) => <Moment at={at} />,
  },
  {
    name: 'about',
    title: 'About',
    cell: (item) => (
      <>
        <span dir="auto">{aboutOf(item)}</span>
        {item.type !== '' && <span className={css.kind}>{item.type}</span>}
      </>
    ),
  },
  { name: 'rating', title: 'Rating', isSortable: true, cell: ({ rating }) => <Rating rating={rating} /> },
  {
    name: 'words',
    title: 'Words',
    cell: ({ isBug, comments }) => (
      <>
        {isBug && (
          <>
            <Tag>Problem</Tag>{' '}
          </>
        )}
        <span dir="auto">{comments.length > SHORT ? `${comments.slice(0, SHORT)}…` : comments}</span>
      </>
    ),
  },
  { name: 'writer', title: 'From', cell: (item) => writerOf(item) },
  { name: 'course', title: 'Course', isHidden: true, cell: ({ courseTitle }) => courseTitle ?? '' },
  { name: 'form', title: 'Form', isHidden: true, cell: ({ schema }) => <code>{schema}</code> },
  { name: 'id', title: 'Id', isHidden: true, cell: ({ feedbackId }) => <code>{feedbackId}</code> },
];

/** What it is about, in words. */
export const aboutOf = ({ type, title }: Pick<FeedbackItem, 'type' | 'title'>): string =>
  type === '' ? 'The academy' : title;

/** The writer, as far as it may be shown. */
export function writerOf({ writer, isVisitor }: Pick<FeedbackItem, 'writer' | 'isVisitor'>): string {
  if (writer === null) return isVisitor ? 'A visitor' : 'A learner';
  return writer.name || writer.email;
}

/** Stars as people read them, and in words. */
export function Rating({ rating }: { rating: number | null }) {
  if (rating === null) return null;
  return (
    <span className={css.rating}>
      <span aria-hidden="true">
        {'★'.repeat(rating)}
        <span className={css.unlit}>{'★'.repeat(RATING_STARS - rating)}</span>
      </span>
      <span className="sr-only">
        {rating} of {RATING_STARS} stars
      </span>
    </span>
  );
}
