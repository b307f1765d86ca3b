import { MessageSquareText } from 'lucide-react';
import { type OpenModal, openModal } from '../../lib/dialogs.ts';
import { Button } from '../../ui/button.tsx';

/** Opens the feedback form about a course or a lesson. */
export function FeedbackButton({ about }: { about: OpenModal['about'] }) {
  return (
    <Button look="quiet" className="no-print" onClick={() => openModal('feedback', about)}>
      <MessageSquareText aria-hidden="true" />
      Give Feedback
    </Button>
  );
}
