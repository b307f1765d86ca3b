import { useState } from 'react';
import { openSurvey } from '../../api/feedback.ts';
import type { OpenModal } from '../../lib/dialogs.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './feedback-form.module.css';

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
      title="Thank you!"
      closeButton={false}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>No Thanks</Button>
          <Button look="primary" data-first aria-disabled={isPending} onClick={() => void onSure()}>
            Sure!
          </Button>
        </>
      }
    >
      <p>Your feedback has arrived. It helps to make the academy better for everybody who learns here.</p>
      <p className={css.more}>Do you have a minute for a few more questions?</p>
    </Modal>
  );
}

/** Confirms that the survey was sent. */
export function MoreThankYou({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      open
      title="Thank you!"
      closeButton={false}
      onClose={onClose}
      actions={
        <Button look="primary" data-first onClick={onClose}>
          Back to Learning
        </Button>
      }
    >
      <p>Your answers have arrived. They help us to decide what to write next.</p>
    </Modal>
  );
}
