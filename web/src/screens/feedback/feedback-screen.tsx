import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { FeedbackList } from './feedback-list.tsx';
import { feedbackListTexts } from './feedback-list-texts.ts';

export const head = () => ({ title: feedbackListTexts.feedback, noIndex: true });

/** Feedback of learners and visitors. */
export default function FeedbackScreen() {
  return (
    <AcademyScreen title={feedbackListTexts.feedback} content={<FeedbackList />}>
      {feedbackListTexts.intro}
    </AcademyScreen>
  );
}
