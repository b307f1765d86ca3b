import { useAreas } from '../../api/people.ts';
import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import type { ScreenProps } from '../../navigation/screen.ts';
import { InvitationLinks } from './invitation-links.tsx';
import { TaughtLearner } from './taught-learner.tsx';
import { LearnerList } from './taught-learner-list.tsx';
import { learnerTexts } from './taught-learner-texts.ts';

export const head = () => ({ title: learnerTexts.title, noIndex: true });

/** The learners whom the viewer teaches, or the one whom the address names. */
export default function LearnersScreen({ search }: ScreenProps<'/admin/learners'>) {
  const userId = search.get('open');
  // Those who look after groups choose their instructors too.
  const hasGroups = useAreas().includes('roles');
  if (userId === null)
    return (
      <AcademyScreen
        title={learnerTexts.title}
        content={
          <>
            <LearnerList />
            {hasGroups && <InvitationLinks />}
          </>
        }
      >
        {learnerTexts.intro}
      </AcademyScreen>
    );
  return (
    <div className="page">
      <AdminHead title={learnerTexts.learner}>{learnerTexts.learnerIntro}</AdminHead>
      <TaughtLearner userId={userId} />
    </div>
  );
}
