import { Check, CloudOff, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from '../../lib/store.ts';
import { pendingStore, waitingStore } from '../../overlay/pending-store.ts';
import { lessonTexts } from './lesson-texts.ts';
import css from './progress-saved.module.css';

/** A saving message is shown only after this delay, ms. */
const QUICK_MS = 400;
const SAVED_MS = 3_000;

/**
 * Shows whether progress is saved: only after the server's acknowledgement, and not for merely opening a lesson. Always in
 * the page, empty when there is nothing to show, so that screen readers announce changes.
 */
export function ProgressSaved() {
  const pending = useStore(pendingStore).some(({ kind }) => kind !== 'started' && kind !== 'position');
  const isWaiting = useStore(waitingStore);
  const [shown, setShown] = useState<'saving' | 'saved' | null>(null);
  const [wasPending, setWasPending] = useState(false);
  if (pending !== wasPending) {
    setWasPending(pending);
    setShown(pending ? null : 'saved');
  }
  useEffect(() => {
    const timer = setTimeout(() => setShown(pending ? 'saving' : null), pending ? QUICK_MS : SAVED_MS);
    return () => clearTimeout(timer);
  }, [pending]);
  return (
    <p className={css.saved} role="status">
      {pending && isWaiting ? (
        <>
          <CloudOff aria-hidden="true" />
          {lessonTexts.waiting}
        </>
      ) : shown === 'saving' ? (
        <>
          <LoaderCircle aria-hidden="true" />
          {lessonTexts.saving}
        </>
      ) : (
        shown === 'saved' && (
          <>
            <Check aria-hidden="true" />
            {lessonTexts.saved}
          </>
        )
      )}
    </p>
  );
}
