import { TEXTS } from '@academy/contract/errors';
import {
  type AccessDenied,
  type AlertMessage,
  closeAccessDenied,
  closeAlert,
  closeModal,
  type OpenModal,
} from '../lib/dialogs.ts';
import { Html } from '../lib/html.tsx';
import { Modal } from '../ui/modal.tsx';

interface DialogsProps {
  alert: AlertMessage | null;
  denied: AccessDenied;
  modal: OpenModal | null;
}

/** The global modals of specification 2. */
export default function Dialogs({ alert, denied, modal }: DialogsProps) {
  return (
    <>
      <Modal open={alert !== null} title={alert?.type === 'danger' ? 'Warning' : 'Success'} onClose={closeAlert}>
        {alert !== null && <Html html={alert.message} />}
      </Modal>
      <Modal open={denied.show} title="Access Denied" closable={denied.clossable} onClose={closeAccessDenied}>
        <p>{TEXTS.accessDenied}</p>
      </Modal>
      <Modal open={modal !== null} title="Give Feedback" onClose={closeModal}>
        <p>The feedback form opens with a later version.</p>
      </Modal>
    </>
  );
}
