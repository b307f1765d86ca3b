import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { LearnerList } from './taught-learner-list.tsx';
import { learnerTexts } from './taught-learner-texts.ts';

export const head = () => ({ title: learnerTexts.title, noIndex: true });

/** The learners whom the viewer teaches. */
export default function LearnersScreen() {
  return (
    <AcademyScreen title={learnerTexts.title} content={<LearnerList />}>
      {learnerTexts.intro}
    </AcademyScreen>
  );
}
