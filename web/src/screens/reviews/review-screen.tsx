import { Review } from './review.tsx';
import css from './review-screen.module.css';

export const head = () => ({ title: 'Daily review', noIndex: true });

/** The daily review: questions that were answered wrong, or marked. */
export default function ReviewScreen() {
  return (
    <div className={`page ${css.screen}`}>
      <h1 tabIndex={-1}>Daily review</h1>
      <Review />
    </div>
  );
}
