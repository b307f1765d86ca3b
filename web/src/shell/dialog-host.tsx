import { TEXTS } from '@academy/contract/errors';
import { Suspense } from 'react';
import { useAccessDenied, useAlertMessage, useOpenModal } from '../lib/dialogs.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { addToast } from '../lib/toasts.ts';

let told = false;

const Dialogs = lazyPart(
  async () => {
    // Not the second argument of `then`: the bundler fetches styles before it, and their failure would pass it by.
    try {
      return (await import('./dialogs.tsx')).default;
    } catch (error) {
      // Somebody waits for it. It opens when its file has come.
      if (!told) addToast({ message: TEXTS.networkError });
      told = true;
      throw error;
    }
  },
  { withScreen: false },
);

/** The global modals. Their file is loaded when the first of them opens. */
export function DialogHost() {
  const alert = useAlertMessage();
  const denied = useAccessDenied();
  const modal = useOpenModal();
  if (alert === null && !denied.show && modal === null) return null;
  return (
    <Suspense>
      <Dialogs alert={alert} denied={denied} modal={modal} />
    </Suspense>
  );
}
