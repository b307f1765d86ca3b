import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import type { ScreenProps } from '../../navigation/screen.ts';
import { TaughtLearner } from './taught-learner.tsx';
import { learnerTexts } from './taught-learner-texts.ts';

export const head = () => ({ title: learnerTexts.learner, noIndex: true });

/** One learner as the instructor sees them. */
export default function LearnerScreen({ params }: ScreenProps<'/admin/learners/:userId'>) {
  return (
    <div className="page">
      <AdminHead title={learnerTexts.learner}>{learnerTexts.learnerIntro}</AdminHead>
      <TaughtLearner userId={params.userId} />
    </div>
  );
}
