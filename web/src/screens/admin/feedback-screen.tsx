import { Suspense } from 'react';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';

export const head = () => ({ title: 'Feedback', noIndex: true });

const FeedbackList = lazyPart(
  async () => (await import('../../features/feedback-admin/feedback-list.tsx')).FeedbackList,
  { withScreen: false },
);

/** What learners and visitors say. */
export default function FeedbackScreen() {
  return (
    <div className="page">
      <AdminHead title="Feedback">
        What learners and visitors say about lessons, courses and this academy. Names stand beside the words of those
        only who said that they may be asked back.
      </AdminHead>
      <Suspense>
        <FeedbackList />
      </Suspense>
    </div>
  );
}
