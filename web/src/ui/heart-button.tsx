import css from './heart-button.late.module.css';

interface HeartButtonProps {
  /** `course`, `lesson`, `guide` or `path`, and the id. */
  of: string;
  title: string;
  isFavorite: boolean;
  className?: string | undefined;
}

/** Marks something as a favorite. A list has hundreds of them, so one listener hears them all (`api/favorites.ts`). */
export function HeartButton({ of, title, isFavorite, className = '' }: HeartButtonProps) {
  return (
    <button
      type="button"
      className={`${css.heart} ${className}`}
      data-heart={of}
      data-on={isFavorite || undefined}
      aria-label={isFavorite ? `Remove ${title} from favorites` : `Add ${title} to favorites`}
    />
  );
}
