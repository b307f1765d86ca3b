import css from './favorite-button.module.css';
import { useIsReady } from './ready.tsx';

interface FavoriteButtonProps {
  /** `course`, `lesson`, `guide` or `path`, and the id. */
  of: string;
  title: string;
  isFavorite: boolean;
  onToggle: (isFavorite: boolean) => void;
  className?: string | undefined;
}

/** Marks something as a favorite. */
export function FavoriteButton({ of, title, isFavorite, onToggle, className = '' }: FavoriteButtonProps) {
  return (
    <button
      type="button"
      className={`${css.heart} ${className}`}
      data-heart={of}
      data-on={isFavorite || undefined}
      aria-label={isFavorite ? `Remove ${title} from favorites` : `Add ${title} to favorites`}
      disabled={!useIsReady()}
      onClick={() => onToggle(!isFavorite)}
    />
  );
}
