import css from './skeleton.module.css';

/** A grey placeholder of content that loads; decoration, so its container sets `aria-busy`. */
export function Skeleton({ shape = 'line' }: { shape?: 'line' | 'short' | 'cover' | 'ring' }) {
  const classes = shape === 'short' ? `${css.line} ${css.short}` : css[shape];
  return <span className={`${css.skeleton} ${classes}`} aria-hidden="true" />;
}
