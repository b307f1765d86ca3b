import { isSecondClick } from '../lib/second-click.ts';
import css from './favorite-button.module.css';
import { useIsReady } from './ready.tsx';
import { uiTexts } from './ui-texts.ts';

interface FavoriteButtonProps {
  /** What it adds to the favorites, for those who look for the button on the page. */
  subject: { kind: string; id: string };
  title: string;
  isFavorite: boolean;
  onToggle: (isFavorite: boolean) => void;
  className?: string | undefined;
}

/** Marks something as a favorite. */
export function FavoriteButton({ subject, title, isFavorite, onToggle, className = '' }: FavoriteButtonProps) {
  return (
    <button
      type="button"
      className={`${css.favorite} ${className}`}
      data-favorite={`${subject.kind} ${subject.id}`}
      data-on={isFavorite || undefined}
      aria-label={isFavorite ? uiTexts.removeFavorite({ title }) : uiTexts.addFavorite({ title })}
      disabled={!useIsReady()}
      onClick={(event) => isSecondClick(event) || onToggle(!isFavorite)}
    />
  );
}
