import { lazy, Suspense } from 'react';
import { useAccessDenied, useAlertMessage, useOpenModal } from '../lib/dialogs.ts';

const Dialogs = lazy(() => import('./dialogs.tsx'));

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
