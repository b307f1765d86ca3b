import { RATING_STARS } from '@academy/contract/constants';
import type { FeedbackItem } from '@academy/contract/feedback-admin';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './feedback-list.module.css';
import { feedbackListTexts } from './feedback-list-texts.ts';

/** Longest text in the table; the details show all of it. */
const SHORT = 160;

export type FeedbackColumn = 'at' | 'about' | 'rating' | 'words' | 'writer' | 'course' | 'form' | 'id';

/** The columns of feedback, in their order. */
export const feedbackColumns = (): readonly Column<FeedbackItem, FeedbackColumn>[] => [
  { name: 'at', title: feedbackListTexts.when, isSortable: true, cell: ({ at }) => <Moment at={at} /> },
  {
    name: 'about',
    title: feedbackListTexts.about,
    cell: (item) => (
      <>
        <span dir="auto">{aboutOf(item)}</span>
        {item.type !== '' && <span className={css.kind}>{kindOf(item.type)}</span>}
      </>
    ),
  },
  {
    name: 'rating',
    title: feedbackListTexts.rating,
    isSortable: true,
    cell: ({ rating }) => <Rating rating={rating} />,
  },
  {
    name: 'words',
    title: feedbackListTexts.comment,
    cell: ({ isBug, comments }) => (
      <>
        {isBug && (
          <>
            <Tag>{feedbackListTexts.problem}</Tag>{' '}
          </>
        )}
        <span dir="auto">{comments.length > SHORT ? `${comments.slice(0, SHORT)}…` : comments}</span>
      </>
    ),
  },
  { name: 'writer', title: feedbackListTexts.from, cell: (item) => writerOf(item) },
  { name: 'course', title: feedbackListTexts.course, isHidden: true, cell: ({ courseTitle }) => courseTitle ?? '' },
  { name: 'form', title: feedbackListTexts.form, isHidden: true, cell: ({ schema }) => <code>{schema}</code> },
  { name: 'id', title: feedbackListTexts.id, isHidden: true, cell: ({ feedbackId }) => <code>{feedbackId}</code> },
];

/** What it is about, in words. */
export const aboutOf = ({ type, title }: Pick<FeedbackItem, 'type' | 'title'>): string =>
  type === '' ? feedbackListTexts.academy : title;

/** What kind of thing it is about, in words. */
export const kindOf = (type: 'lesson' | 'course'): string =>
  type === 'lesson' ? feedbackListTexts.ofLesson : feedbackListTexts.ofCourse;

/** The writer, as far as it may be shown. */
export function writerOf({ writer, isVisitor }: Pick<FeedbackItem, 'writer' | 'isVisitor'>): string {
  if (writer === null) return isVisitor ? feedbackListTexts.visitor : feedbackListTexts.learner;
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
      <span className="sr-only">{feedbackListTexts.starsOf({ rating, maximum: RATING_STARS })}</span>
    </span>
  );
}
