import css from './skeleton.module.css';

/** A grey place holder of the shape that is about to come; decoration, so the owner says `aria-busy`. */
export function Skeleton({ shape = 'line' }: { shape?: 'line' | 'short' | 'cover' | 'ring' }) {
  const classes = shape === 'short' ? `${css.line} ${css.short}` : css[shape];
  return <span className={`${css.skeleton} ${classes}`} aria-hidden="true" />;
}
