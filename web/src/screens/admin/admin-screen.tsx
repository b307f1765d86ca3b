import {
  Activity,
  AtSign,
  BellRing,
  Building2,
  Cable,
  ChartNoAxesColumn,
  Contact,
  GraduationCap,
  History,
  KeySquare,
  LibraryBig,
  Mail,
  MessagesSquare,
  ScrollText,
  ShieldCheck,
  TestTubeDiagonal,
  Ticket,
  UsersRound,
  Webhook,
} from 'lucide-react';
import { Suspense } from 'react';
import { useAreas } from '../../api/people.ts';
import { AcademyChoice } from '../../features/admin-head/academy-choice.tsx';
import { useCarriedAcademy } from '../../features/admin-head/use-carried-academy.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { urls } from '../../navigation/urls.ts';
import css from './admin-screen.module.css';
import { adminTexts } from './admin-texts.ts';

export const head = () => ({ title: adminTexts.administration, noIndex: true });

/** The tiles of the overview. The words of an area are `<area>` and `<area>Text`. */
const AREAS = [
  { area: 'content', href: () => adminUrls.content(), Icon: LibraryBig },
  { area: 'alerts', href: () => adminUrls.alerts(), Icon: BellRing },
  { area: 'users', href: () => adminUrls.people(), Icon: Contact },
  { area: 'roles', href: () => adminUrls.roles(), Icon: ShieldCheck },
  { area: 'learners', href: () => adminUrls.learners(), Icon: GraduationCap },
  { area: 'groups', href: () => adminUrls.groups(), Icon: UsersRound },
  { area: 'reports', href: () => adminUrls.reports(), Icon: ChartNoAxesColumn },
  { area: 'directories', href: () => adminUrls.directories(), Icon: Building2 },
  { area: 'tokens', href: () => adminUrls.tokens(), Icon: KeySquare },
  { area: 'certificates', href: () => adminUrls.certificates(), Icon: ScrollText },
  { area: 'feedback', href: () => adminUrls.feedback(), Icon: MessagesSquare },
  { area: 'contact', href: () => adminUrls.contact(), Icon: Mail },
  { area: 'labs', href: () => adminUrls.labs(), Icon: TestTubeDiagonal },
  { area: 'audit', href: () => adminUrls.audit(), Icon: History },
  { area: 'vouchers', href: () => adminUrls.vouchers(), Icon: Ticket },
  { area: 'emails', href: () => urls.email(), Icon: AtSign },
  { area: 'connections', href: () => adminUrls.connections(), Icon: Cable },
  { area: 'webhooks', href: () => adminUrls.webhooks(), Icon: Webhook },
  { area: 'health', href: () => adminUrls.health(), Icon: Activity },
] as const;

const Statistics = lazyComponent(
  () => import('../stats/statistics.tsx'),
  ({ Statistics }) => Statistics,
);

const FirstSteps = lazyComponent(
  () => import('../stats/first-steps.tsx'),
  ({ FirstSteps }) => FirstSteps,
);

/** The overview of the administration: links to the areas that are open, and statistics of the chosen academy. */
export default function AdminScreen() {
  const hrefOf = useAdminHref();
  useCarriedAcademy();
  const mine = useAreas();
  const open = AREAS.filter(({ area }) => mine.includes(area));
  return (
    <div className={`page ${css.screen}`}>
      <h1 tabIndex={-1}>{adminTexts.administration}</h1>
      <AcademyChoice />
      <ul className={css.areas}>
        {open.map(({ area, href, Icon }) => (
          <li key={area} className={css.area}>
            <Icon aria-hidden="true" />
            <h2>
              <a href={hrefOf(href())}>{adminTexts[area]}</a>
            </h2>
            <p>{adminTexts[`${area}Text`]}</p>
          </li>
        ))}
      </ul>
      {mine.includes('stats') && (
        <Suspense>
          <FirstSteps>
            <Statistics />
          </FirstSteps>
        </Suspense>
      )}
    </div>
  );
}
