import { Button } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import css from './chosen.module.css';
import { listTexts } from './list-texts.ts';

interface LearnerStateErrorProps {
  /** Title of the button that shows the list without any filter. */
  showAll: string;
  onRetry: () => void;
  /** Shows the list without any filter; null when the list is shown below, because no filter needs the learner's state. */
  onAll: (() => void) | null;
}

/** Says that the learner's own state could not be loaded, with a retry. */
export function LearnerStateError({ showAll, onRetry, onAll }: LearnerStateErrorProps) {
  const again = <Button onClick={onRetry}>{listTexts.tryAgain}</Button>;
  return (
    <div role="alert">
      {onAll === null ? (
        <p className={css.lost}>
          {listTexts.notLoaded}. {again}
        </p>
      ) : (
        <EmptyList title={listTexts.notLoaded}>
          <p>{listTexts.needed}</p>
          <div className={css.ways}>
            {again}
            <Button onClick={onAll}>{showAll}</Button>
          </div>
        </EmptyList>
      )}
    </div>
  );
}
