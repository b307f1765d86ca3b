import type { ReactNode } from 'react';
import css from './dashboard.module.css';

/** An empty section of home: a drawing, what would be shown here, and a link. */
export function Empty({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={css.empty}>
      <svg
        viewBox="0 0 140 84"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M70 72C58 60 36 58 14 62V18c22-4 44-2 56 10 12-12 34-14 56-10v44c-22-4-44-2-56 10ZM70 28v44" />
        <path d="M30 32c10-1 18 1 26 5M30 44c10-1 18 1 26 5M84 37c8-4 16-6 26-5M84 49c8-4 16-6 26-5" opacity="0.4" />
      </svg>
      <h3>{title}</h3>
      <p className={css.muted}>{text}</p>
      <div className={css.ways}>{children}</div>
    </div>
  );
}
