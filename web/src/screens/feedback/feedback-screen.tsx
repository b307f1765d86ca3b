import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { FeedbackList } from './feedback-list.tsx';

export const head = () => ({ title: 'Feedback', noIndex: true });

/** Feedback of learners and visitors. */
export default function FeedbackScreen() {
  return (
    <AcademyScreen title="Feedback" content={<FeedbackList />}>
      What learners and visitors say about lessons, courses and this academy. Names stand beside the words of those only
      who said that they may be asked back.
    </AcademyScreen>
  );
}
