import { Suspense } from 'react';
import { useMe } from '../../api/people.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import type { ScreenContext } from '../../lib/screen.ts';
import { useSession } from '../../sign-in/session.ts';
import { Greeting } from './greeting.tsx';
import css from './home-screen.module.css';

/** The server has rendered it; its code comes when the page is awake. */
const Landing = lazyPart(async () => (await import('./landing-parts.tsx')).Landing);
/** Only for those who are signed in. */
const Dashboard = lazyPart(async () => (await import('./dashboard.tsx')).Dashboard, { withScreen: false });

/** The first page brings its data along, so what asks for them comes later. */
export const prefetch = async ({ client, tenant }: ScreenContext) =>
  (await import('../../api/home.ts')).prefetchHome(client, tenant);
export const head = ({ tenant }: ScreenContext) => ({ title: 'Home', description: tenant.tagline });

/**
 * Home. The server renders the landing for everybody; where a session is stored, the style sheet shows the skeleton of
 * the dashboard in its place until the page has woken up.
 */
export default function HomeScreen() {
  const { status } = useSession();
  return (
    <div className="page">
      {status === 'signed-out' ? (
        <>
          <Suspense>
            <Landing />
          </Suspense>
          <div className={css.waiting}>
            <Greeting heading="h2" />
          </div>
        </>
      ) : (
        <Home />
      )}
    </div>
  );
}

/** The greeting stays while the dashboard comes: the focus is on its heading. */
function Home() {
  const me = useMe();
  return (
    <>
      <Greeting name={me?.firstName} />
      <Suspense>
        <Dashboard />
      </Suspense>
    </>
  );
}
