import { Suspense } from 'react';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import type { ScreenProps } from '../../lib/screen.ts';

export const head = () => ({ title: 'User', noIndex: true });

const LearnerPage = lazyPart(async () => (await import('./learner-page.tsx')).LearnerPage, { withScreen: false });

/** One person in all academies. */
export default function PersonScreen({ params }: ScreenProps<'/admin/users/:userId'>) {
  return (
    <div className="page">
      <AdminHead title="User">
        What is known of one person in all academies. Each list shows the newest fifty; progress is counted as on the
        learner’s own pages.
      </AdminHead>
      <Suspense>
        <LearnerPage userId={params.userId} />
      </Suspense>
    </div>
  );
}
