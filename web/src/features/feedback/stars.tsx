import { RATING_STARS } from '@academy/contract/constants';
import { Star } from 'lucide-react';
import { useId } from 'react';
import css from './survey.module.css';

interface StarsProps {
  legend: string;
  /** 0: none yet. */
  rating: number;
  problem: string | undefined;
  onChange: (rating: number) => void;
}

const EACH = Array.from({ length: RATING_STARS }, (_, index) => index + 1);
const inWords = (stars: number) => (stars === 1 ? '1 star' : `${stars} stars`);

/** A rating by stars: radio buttons, so that mouse, finger and arrow keys set it. */
export function Stars({ legend, rating, problem, onChange }: StarsProps) {
  const id = useId();
  return (
    <div
      className={css.group}
      role="radiogroup"
      aria-labelledby={`${id}-legend`}
      aria-describedby={`${id}-problem`}
      aria-invalid={problem === undefined ? undefined : true}
    >
      <p id={`${id}-legend`} className={css.legend}>
        {legend}
      </p>
      <div className={css.stars}>
        {EACH.map((stars) => (
          <label key={stars} className={css.star}>
            <input
              type="radio"
              name={id}
              value={stars}
              aria-label={inWords(stars)}
              checked={rating === stars}
              onChange={() => onChange(stars)}
            />
            <Star aria-hidden="true" />
          </label>
        ))}
        <span className={css.said} aria-hidden="true">
          {rating > 0 && `${rating} of ${RATING_STARS}`}
        </span>
      </div>
      <p id={`${id}-problem`} className={css.problem}>
        {problem}
      </p>
    </div>
  );
}
