import { MessageSquareText } from 'lucide-react';
import { catalogueTexts } from '../../catalogue/catalogue-texts.ts';
import { type OpenModal, openModal } from '../../lib/dialogs.ts';
import { Button } from '../../ui/button.tsx';
import css from './feedback-button.module.css';

interface FeedbackButtonProps {
  type: 'course' | 'lesson';
  /** Of the course or the lesson. */
  id: string;
  courseId: string;
}

/** Opens the feedback form about a course or a lesson. */
export function FeedbackButton({ type, id, courseId }: FeedbackButtonProps) {
  const about: OpenModal['about'] = { feedbackableType: type, feedbackableId: id, courseId };
  return (
    <p className={`${css.place} no-print`}>
      <Button look="quiet" onClick={() => openModal('feedback', about)}>
        <MessageSquareText aria-hidden="true" />
        {catalogueTexts.giveFeedback}
      </Button>
    </p>
  );
}
