import { Button } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import css from './chosen.module.css';

const WHAT = 'Your favorites and your progress could not be loaded';

interface OwnStateErrorProps {
  /** What is listed: `courses`. */
  many: string;
  onRetry: () => void;
  /** Shows the list without any filter; null where the list stands below, because nothing of the learner's own is chosen. */
  onAll: (() => void) | null;
}

/** Says that the learner's own state could not be loaded, with a retry. */
export function OwnStateError({ many, onRetry, onAll }: OwnStateErrorProps) {
  const again = <Button onClick={onRetry}>Try again</Button>;
  return (
    <div role="alert">
      {onAll === null ? (
        <p className={css.lost}>
          {WHAT}. {again}
        </p>
      ) : (
        <EmptyList title={WHAT}>
          <p>This choice needs them. Check your connection, then try again.</p>
          <div className={css.ways}>
            {again}
            <Button onClick={onAll}>{`Show all ${many}`}</Button>
          </div>
        </EmptyList>
      )}
    </div>
  );
}
