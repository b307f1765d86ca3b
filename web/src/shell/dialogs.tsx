import { TEXTS } from '@academy/contract/texts';
import { useEffect } from 'react';
import { FeedbackForm } from '../features/feedback/feedback-form.tsx';
import { SurveyForm } from '../features/feedback/survey-form.tsx';
import { MoreThankYou, ThankYou } from '../features/feedback/thank-you.tsx';
import {
  type AccessDenied,
  type AlertMessage,
  closeAccessDenied,
  closeAlert,
  closeModal,
  type OpenModal,
  openModal,
} from '../lib/dialogs.ts';
import { Html } from '../lib/html.tsx';
import { focusHeading } from '../navigation/focus-heading.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { dialogTexts } from './dialog-texts.ts';

interface DialogsProps {
  alert: AlertMessage | null;
  denied: AccessDenied;
  modal: OpenModal | null;
  /** Path of the page's row in the route table; '' where none matches. */
  route: string;
}

/** The modals that any screen can open. */
export default function Dialogs({ alert, denied, modal, route }: DialogsProps) {
  useEffect(
    // The control that opened the last of them may have been removed: then the heading of the screen gets the focus.
    () => () => {
      if ([null, document.body, document.querySelector('main')].includes(document.activeElement as HTMLElement | null))
        focusHeading();
    },
    [],
  );
  return (
    <>
      <Modal
        open={alert !== null}
        title={dialogTexts[alert?.type === 'danger' ? 'warning' : 'success']}
        onClose={closeAlert}
        actions={<Ok onClick={closeAlert} />}
      >
        {alert !== null && <Html html={alert.message} />}
      </Modal>
      <Modal
        open={denied.show}
        title={dialogTexts.accessDenied}
        closable={denied.clossable}
        onClose={closeAccessDenied}
        actions={denied.clossable && <Ok onClick={closeAccessDenied} />}
      >
        <p>{TEXTS.accessDenied}</p>
      </Modal>
      {modal !== null && <FeedbackModal key={modal.name} {...modal} route={route} />}
    </>
  );
}

/** The modals of feedback, one after the other. */
function FeedbackModal({ name, about, questions, route }: OpenModal & { route: string }) {
  const form = { about, route, onClose: closeModal };
  if (name === 'feedback') return <FeedbackForm {...form} onSent={() => openModal('thank-you', about)} />;
  if (name === 'thank-you') return <ThankYou about={about} onClose={closeModal} />;
  if (name === 'more-thank-you') return <MoreThankYou onClose={closeModal} />;
  if (questions === undefined) return null;
  return <SurveyForm {...form} questions={questions} onSent={() => openModal('more-thank-you', about)} />;
}

function Ok({ onClick }: { onClick: () => void }) {
  return (
    <Button look="primary" data-first onClick={onClick}>
      {dialogTexts.ok}
    </Button>
  );
}
