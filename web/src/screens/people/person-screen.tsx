import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import type { ScreenProps } from '../../navigation/screen.ts';
import { LearnerPage } from './learner-page.tsx';
import { peopleTexts } from './people-texts.ts';

export const head = () => ({ title: peopleTexts.user, noIndex: true });

/** One person in all academies. */
export default function PersonScreen({ params }: ScreenProps<'/admin/users/:userId'>) {
  return (
    <div className="page">
      <AdminHead title={peopleTexts.user}>{peopleTexts.userIntro}</AdminHead>
      <LearnerPage userId={params.userId} />
    </div>
  );
}
