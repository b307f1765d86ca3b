import { TEXTS } from '@academy/contract/texts';
import { useIsLoading } from '../lib/loading.ts';
import { Spinner } from '../ui/spinner.tsx';
import css from './frame.module.css';
import { useDelayed } from './use-delayed.ts';

/** Covers the screen while the global loading flag has been set for a while. */
export function LoadingOverlay() {
  const visible = useDelayed(useIsLoading());
  if (!visible) return null;
  return (
    <div className={css.overlay}>
      <Spinner label={TEXTS.loading} />
    </div>
  );
}
