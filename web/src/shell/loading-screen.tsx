import { TEXTS } from '@academy/contract/texts';
import { Spinner } from '../ui/spinner.tsx';
import css from './loading-screen.module.css';

/** The loading indicator in place of a screen. */
export function LoadingScreen() {
  return (
    <div className={css.full}>
      <Spinner label={TEXTS.loading} />
    </div>
  );
}
