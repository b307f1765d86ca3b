import { Button } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import css from './chosen.module.css';

const WHAT = 'Your favorites and your progress could not be loaded';

interface LearnerStateErrorProps {
  /** What is listed: `courses`. */
  many: string;
  onRetry: () => void;
  /** Shows the list without any filter; null when the list is shown below, because no filter needs the learner's state. */
  onAll: (() => void) | null;
}

/** Says that the learner's own state could not be loaded, with a retry. */
export function LearnerStateError({ many, onRetry, onAll }: LearnerStateErrorProps) {
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
