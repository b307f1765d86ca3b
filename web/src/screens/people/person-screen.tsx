import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import type { ScreenProps } from '../../navigation/screen.ts';
import { LearnerPage } from './learner-page.tsx';

export const head = () => ({ title: 'User', noIndex: true });

/** One person in all academies. */
export default function PersonScreen({ params }: ScreenProps<'/admin/users/:userId'>) {
  return (
    <div className="page">
      <AdminHead title="User">
        What is known of one person in all academies. Each list shows the newest fifty; progress is counted as on the
        learner’s own pages.
      </AdminHead>
      <LearnerPage userId={params.userId} />
    </div>
  );
}
