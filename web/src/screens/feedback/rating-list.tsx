import { RATING_STARS } from '@academy/contract/constants';
import type { Ratings } from '@academy/contract/feedback-admin';
import { currentLocale } from '@academy/contract/i18n/languages';
import { useState } from 'react';
import { useRatings } from '../../api/feedback-admin.ts';
import { Button } from '../../ui/button.tsx';
import { aboutOf } from './feedback-columns.tsx';
import css from './feedback-list.module.css';
import { feedbackListTexts } from './feedback-list-texts.ts';

interface RatingListProps {
  /** First and last day; empty: all. */
  from: string;
  to: string;
  onChoose: (wanted: { course: string; lesson: string }) => void;
}

/** So many are shown at first. */
const FEW = 5;

const averageText = (average: number): string =>
  average.toLocaleString(currentLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** How courses, lessons and the academy are rated: a drawing and the numbers of each. */
export function RatingList({ from, to, onChoose }: RatingListProps) {
  const { data: ratings = [] } = useRatings({ ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) });
  const [showsAll, setShowsAll] = useState(false);
  if (ratings.length === 0) return null;
  const shown = showsAll ? ratings : ratings.slice(0, FEW);
  return (
    <section className={css.ratings} aria-labelledby="ratings">
      <h2 id="ratings">{feedbackListTexts.ratings}</h2>
      <table className={css.ratingTable}>
        <thead className="sr-only">
          <tr>
            <th scope="col">{feedbackListTexts.about}</th>
            <th scope="col">{feedbackListTexts.average}</th>
            <th scope="col">{feedbackListTexts.distribution}</th>
            <th scope="col">{feedbackListTexts.ratings}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={`${row.type} ${row.id}`}>
              <th scope="row">
                {row.courseId === null ? (
                  aboutOf(row)
                ) : (
                  <button
                    type="button"
                    dir="auto"
                    onClick={() =>
                      onChoose({ course: row.courseId ?? '', lesson: row.type === 'lesson' ? (row.id ?? '') : '' })
                    }
                  >
                    {row.title}
                  </button>
                )}
                <span className={css.kind}>
                  {row.type === 'lesson'
                    ? feedbackListTexts.lessonOf({ course: row.courseTitle ?? row.courseId ?? '' })
                    : row.type === 'course' && feedbackListTexts.ofCourse}
                </span>
              </th>
              <td className={css.average}>
                <span aria-hidden="true">★</span> {averageText(row.average)}
              </td>
              <td>
                <Distribution row={row} />
              </td>
              <td className={css.count}>{feedbackListTexts.ratingsCount({ count: row.count })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {ratings.length > FEW && (
        <Button aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? feedbackListTexts.showFewer : feedbackListTexts.showAll({ count: ratings.length })}
        </Button>
      )}
    </section>
  );
}

const [WIDTH, HEIGHT, GAP] = [20, 36, 4];

/** Histogram of the stars: a column each, and the numbers for readers who do not see it. */
function Distribution({ row: { stars } }: { row: Ratings }) {
  const max = Math.max(1, ...stars);
  const inWords = stars.map((count, index) => feedbackListTexts.countWith({ count, stars: index + 1 })).join(', ');
  return (
    <svg
      className={css.columns}
      role="img"
      aria-label={inWords}
      viewBox={`0 0 ${RATING_STARS * (WIDTH + GAP) - GAP} ${HEIGHT}`}
    >
      <title>{inWords}</title>
      {stars.map((count, index) => {
        const height = count === 0 ? 1 : Math.max(3, (count / max) * HEIGHT);
        const place = { x: index * (WIDTH + GAP), y: HEIGHT - height, width: WIDTH, height };
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the number of stars
        return <rect key={index} {...place} rx={1.5} data-empty={count === 0 || undefined} />;
      })}
    </svg>
  );
}
