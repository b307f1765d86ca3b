import type { ReactNode } from 'react';
import { useTenant } from '../../lib/runtime.tsx';
import { CoverArt } from '../../ui/cover-art.tsx';
import css from './message-page.module.css';

interface MessagePageProps {
  title: string;
  /** Seed of the drawing. */
  art: string;
  /** Text below the title. */
  children?: ReactNode;
  /** The ways on. */
  actions: ReactNode;
}

/** A screen with one message: a drawing, a sentence and links. */
export function MessagePage({ title, art, children, actions }: MessagePageProps) {
  const { cover } = useTenant();
  return (
    <section className={`page ${css.message}`}>
      <div className={css.art}>
        <CoverArt slug={art} style={cover} />
      </div>
      <h1 tabIndex={-1}>{title}</h1>
      {children && <p>{children}</p>}
      <div className={css.actions}>{actions}</div>
    </section>
  );
}
