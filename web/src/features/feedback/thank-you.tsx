import { useState } from 'react';
import { openSurvey } from '../../api/feedback.ts';
import type { OpenModal } from '../../lib/dialogs.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './feedback-form.module.css';
import { feedbackTexts } from './feedback-texts.ts';

/** Confirms that the simple form was sent, and offers the survey. */
export function ThankYou({ about, onClose }: { about: OpenModal['about']; onClose: () => void }) {
  const [isPending, setPending] = useState(false);
  const onSure = async () => {
    if (isPending) return;
    setPending(true);
    await openSurvey(about);
    setPending(false);
  };
  return (
    <Modal
      open
      title={feedbackTexts.thankYou}
      closeButton={false}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{feedbackTexts.noThanks}</Button>
          <Button look="primary" data-first aria-disabled={isPending} onClick={() => void onSure()}>
            {feedbackTexts.sure}
          </Button>
        </>
      }
    >
      <p>{feedbackTexts.arrived}</p>
      <p className={css.more}>{feedbackTexts.askMore}</p>
    </Modal>
  );
}

/** Confirms that the survey was sent. */
export function MoreThankYou({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      open
      title={feedbackTexts.thankYou}
      closeButton={false}
      onClose={onClose}
      actions={
        <Button look="primary" data-first onClick={onClose}>
          {feedbackTexts.backToLearning}
        </Button>
      }
    >
      <p>{feedbackTexts.answersArrived}</p>
    </Modal>
  );
}
