import { Suspense } from 'react';
import { useMe } from '../../api/people.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import type { ScreenContext } from '../../navigation/screen.ts';
import { useSession } from '../../sign-in/session.ts';
import { prefetchHome } from './featured.ts';
import { Greeting } from './greeting.tsx';
import css from './home-screen.module.css';
import { Landing } from './landing.tsx';
import { landingTexts } from './landing-texts.ts';

/** Only for those who are signed in. */
const Dashboard = lazyComponent(
  () => import('./dashboard.tsx'),
  ({ Dashboard }) => Dashboard,
);

export const prefetch = ({ client, tenant }: ScreenContext) => prefetchHome(client, tenant);
export const head = ({ tenant }: ScreenContext) => ({ title: landingTexts.pageTitle, description: tenant.tagline });

/**
 * Home. The server renders the landing for everybody; where a session is stored, the style sheet shows the skeleton of
 * the dashboard in its place until the page has been hydrated.
 */
export default function HomeScreen() {
  const { status } = useSession();
  return (
    <div className="page">
      {status === 'signed-out' ? (
        <>
          <Landing />
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

/** The greeting stays while the dashboard loads: the focus is on its heading. */
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
