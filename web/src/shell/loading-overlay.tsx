import { TEXTS } from '@academy/contract/errors';
import { Spinner } from '../ui/spinner.tsx';
import css from './frame.late.module.css';

/** Covers the screen while the global loading flag is set. */
export function LoadingOverlay({ visible }: { visible: boolean }) {
  if (!visible) return null;
  return (
    <div className={css.overlay}>
      <Spinner label={TEXTS.loading} />
    </div>
  );
}

/** The same sign in the place of a screen. */
export function LoadingScreen() {
  return (
    <div className={css.full}>
      <Spinner label={TEXTS.loading} />
    </div>
  );
}
