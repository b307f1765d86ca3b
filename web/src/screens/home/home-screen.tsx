import { prefetchCourses, useCourses } from '../../api/courses.ts';
import type { ScreenContext } from '../../lib/screen.ts';
import { useSession } from '../../sign-in/session.ts';
import { Dashboard } from './dashboard.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import css from './home-screen.module.css';
import { Landing } from './landing.tsx';

export const prefetch = ({ client }: ScreenContext) => prefetchCourses(client);
export const head = ({ tenant }: ScreenContext) => ({ title: 'Home', description: tenant.tagline });

/**
 * Home. The server renders the landing for everybody; where a session is stored, the style sheet shows the skeleton of
 * the dashboard in its place until the page has woken up.
 */
export default function HomeScreen() {
  const { courses } = useCourses();
  const { status } = useSession();
  return (
    <div className="page">
      {status === 'signed-out' ? (
        <>
          <Landing courses={courses} />
          <div className={css.waiting}>
            <DashboardSkeleton />
          </div>
        </>
      ) : (
        <Dashboard />
      )}
    </div>
  );
}
