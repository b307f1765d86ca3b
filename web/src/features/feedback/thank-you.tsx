import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

/** Says that what was sent has arrived. */
export function ThankYou({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      open
      title="Thank you!"
      onClose={onClose}
      actions={
        <Button look="primary" data-first onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>Your feedback has arrived. It helps to make the academy better for everybody who learns here.</p>
    </Modal>
  );
}
