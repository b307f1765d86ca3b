import { TEXTS } from '@academy/contract/errors';
import { useEffect } from 'react';
import {
  type AccessDenied,
  type AlertMessage,
  closeAccessDenied,
  closeAlert,
  closeModal,
  type OpenModal,
} from '../lib/dialogs.ts';
import { Html } from '../lib/html.tsx';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';

interface DialogsProps {
  alert: AlertMessage | null;
  denied: AccessDenied;
  modal: OpenModal | null;
}

/** The global modals of specification 2. */
export default function Dialogs({ alert, denied, modal }: DialogsProps) {
  useEffect(
    // What opened the last of them may be gone with its screen: then the present screen's heading has the focus.
    () => () => {
      if (document.activeElement === null || document.activeElement === document.body)
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    },
    [],
  );
  return (
    <>
      <Modal
        open={alert !== null}
        title={alert?.type === 'danger' ? 'Warning' : 'Success'}
        onClose={closeAlert}
        actions={<Ok onClick={closeAlert} />}
      >
        {alert !== null && <Html html={alert.message} />}
      </Modal>
      <Modal
        open={denied.show}
        title="Access Denied"
        closable={denied.clossable}
        onClose={closeAccessDenied}
        actions={denied.clossable && <Ok onClick={closeAccessDenied} />}
      >
        <p>{TEXTS.accessDenied}</p>
      </Modal>
      <Modal open={modal !== null} title="Give Feedback" onClose={closeModal}>
        <p>The feedback form opens with a later version.</p>
      </Modal>
    </>
  );
}

function Ok({ onClick }: { onClick: () => void }) {
  return (
    <Button look="primary" data-first onClick={onClick}>
      OK
    </Button>
  );
}
