import { TEXTS } from '@academy/contract/texts';
import { Suspense } from 'react';
import { useAccessDenied, useAlertMessage, useOpenModal } from '../lib/dialogs.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { addToast } from '../lib/toasts.ts';

let shown = false;

const loadDialogs = () =>
  import('./dialogs.tsx').catch((error: unknown) => {
    // A dialog is waiting: it opens when its file is loaded.
    if (!shown) addToast({ message: TEXTS.networkError });
    shown = true;
    throw error;
  });

const Dialogs = lazyComponent(loadDialogs, (file) => file.default);

/** The global modals. Their file is loaded when the first of them opens. @param route row of the page, sent with feedback */
export function DialogHost({ route }: { route: string }) {
  const alert = useAlertMessage();
  const denied = useAccessDenied();
  const modal = useOpenModal();
  if (alert === null && !denied.show && modal === null) return null;
  return (
    <Suspense>
      <Dialogs alert={alert} denied={denied} modal={modal} route={route} />
    </Suspense>
  );
}
