import { RATING_STARS } from '@academy/contract/constants';
import { Star } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { feedbackTexts } from './feedback-texts.ts';
import css from './survey.module.css';

interface StarsProps {
  legend: string;
  /** 0: none yet. */
  rating: number;
  problem: string | undefined;
  onChange: (rating: number) => void;
}

const EACH = Array.from({ length: RATING_STARS }, (_, index) => index + 1);
const inWords = (count: number) => feedbackTexts.stars({ count });

/**
 * A rating by stars: radio buttons, so that mouse, touch and arrow keys set it. Choosing the same star again, by touch or
 * Space, clears the rating, as the button beside the stars does.
 */
export function Stars({ legend, rating, problem, onChange }: StarsProps) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const [isRemoved, setRemoved] = useState(false);
  const choose = (stars: number) => {
    setRemoved(stars === 0);
    onChange(stars);
  };
  // For a key on a checked radio button some browsers send a click and others do not.
  const onKeyUp = (event: KeyboardEvent, stars: number) => {
    if (event.key !== ' ' || stars !== rating) return;
    event.preventDefault();
    choose(0);
  };
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
        <div ref={row} className={css.row}>
          {EACH.map((stars) => (
            <label key={stars} className={css.star}>
              <input
                type="radio"
                name={id}
                value={stars}
                aria-label={inWords(stars)}
                checked={rating === stars}
                onChange={() => choose(stars)}
                // `change` fires after the `click` that caused it, so this is the next one.
                onClick={() => rating === stars && choose(0)}
                onKeyUp={(event) => onKeyUp(event, stars)}
              />
              <Star aria-hidden="true" />
            </label>
          ))}
        </div>
        <span className={css.said}>
          <span aria-hidden="true">{rating > 0 && feedbackTexts.starsOf({ rating, maximum: RATING_STARS })}</span>
          {rating > 0 && (
            <button
              type="button"
              className={css.removeRating}
              onClick={() => {
                choose(0);
                row.current?.querySelector('input')?.focus();
              }}
            >
              {feedbackTexts.removeRating}
            </button>
          )}
          <span role="status">{isRemoved && feedbackTexts.ratingRemoved}</span>
        </span>
      </div>
      <p id={`${id}-problem`} className={css.problem}>
        {problem}
      </p>
    </div>
  );
}
