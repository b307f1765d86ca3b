import type { ReactNode } from 'react';
import css from './empty-list.module.css';

/** Shown in place of an empty list: the reason, and a link. */
export function EmptyList({ title, live = false, children }: { title: string; live?: boolean; children: ReactNode }) {
  return (
    <div className={css.empty} role={live ? 'status' : undefined}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
