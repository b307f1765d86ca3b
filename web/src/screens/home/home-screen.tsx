import { Suspense } from 'react';
import { prefetchCourses, useCourses } from '../../api/courses.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import type { ScreenContext } from '../../lib/screen.ts';
import { useSession } from '../../sign-in/session.ts';
import { Greeting } from './greeting.tsx';
import css from './home-screen.module.css';

/** The server has rendered it; its code comes when the page is awake. */
const Landing = lazyPart(async () => (await import('./landing-parts.tsx')).Landing);
/** Only for those who are signed in. */
const Dashboard = lazyPart(async () => (await import('./dashboard.tsx')).Dashboard, { withScreen: false });

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
          <Suspense>
            <Landing courses={courses} />
          </Suspense>
          <div className={css.waiting}>
            <Greeting />
          </div>
        </>
      ) : (
        <Suspense fallback={<Greeting />}>
          <Dashboard />
        </Suspense>
      )}
    </div>
  );
}
