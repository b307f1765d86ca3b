import { Button } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import css from './chosen.module.css';

const WHAT = 'Your favorites and your progress could not be loaded';

interface OwnStateErrorProps {
  /** What is listed: `courses`. */
  many: string;
  onAgain: () => void;
  /** Shows the list without any filter; null where the list stands below, because nothing of the learner's own is chosen. */
  onAll: (() => void) | null;
}

/** Says that the list is not as the learner knows it, and offers another try. */
export function OwnStateError({ many, onAgain, onAll }: OwnStateErrorProps) {
  const again = <Button onClick={onAgain}>Try again</Button>;
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
