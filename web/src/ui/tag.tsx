import type { ReactNode } from 'react';
import css from './tag.module.css';

/** A short word about something: a topic, a level, a lock. */
export function Tag({ look, children }: { look?: 'accent' | 'solid'; children: ReactNode }) {
  return <span className={look ? `${css.tag} ${css[look]}` : css.tag}>{children}</span>;
}
