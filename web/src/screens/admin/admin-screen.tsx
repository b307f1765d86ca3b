import {
  Activity,
  AtSign,
  BellRing,
  Building2,
  Contact,
  History,
  KeySquare,
  LibraryBig,
  Mail,
  MessagesSquare,
  ScrollText,
  TestTubeDiagonal,
  Ticket,
  Webhook,
} from 'lucide-react';
import { Suspense } from 'react';
import { AcademyChoice } from '../../features/admin-head/academy-choice.tsx';
import { useCarriedAcademy } from '../../features/admin-head/use-carried-academy.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { urls } from '../../navigation/urls.ts';
import css from './admin-screen.module.css';
import { adminTexts } from './admin-texts.ts';

export const head = () => ({ title: adminTexts.administration, noIndex: true });

const areas = () => [
  {
    title: adminTexts.content,
    href: adminUrls.content(),
    text: adminTexts.contentText,
    Icon: LibraryBig,
  },
  {
    title: adminTexts.alerts,
    href: adminUrls.alerts(),
    text: adminTexts.alertsText,
    Icon: BellRing,
  },
  {
    title: adminTexts.users,
    href: adminUrls.people(),
    text: adminTexts.usersText,
    Icon: Contact,
  },
  {
    title: adminTexts.directories,
    href: adminUrls.directories(),
    text: adminTexts.directoriesText,
    Icon: Building2,
  },
  {
    title: adminTexts.tokens,
    href: adminUrls.tokens(),
    text: adminTexts.tokensText,
    Icon: KeySquare,
  },
  {
    title: adminTexts.certificates,
    href: adminUrls.certificates(),
    text: adminTexts.certificatesText,
    Icon: ScrollText,
  },
  {
    title: adminTexts.feedback,
    href: adminUrls.feedback(),
    text: adminTexts.feedbackText,
    Icon: MessagesSquare,
  },
  {
    title: adminTexts.contact,
    href: adminUrls.contact(),
    text: adminTexts.contactText,
    Icon: Mail,
  },
  {
    title: adminTexts.labs,
    href: adminUrls.labs(),
    text: adminTexts.labsText,
    Icon: TestTubeDiagonal,
  },
  {
    title: adminTexts.audit,
    href: adminUrls.audit(),
    text: adminTexts.auditText,
    Icon: History,
  },
  {
    title: adminTexts.vouchers,
    href: adminUrls.vouchers(),
    text: adminTexts.vouchersText,
    Icon: Ticket,
  },
  {
    title: adminTexts.emails,
    href: urls.email(),
    text: adminTexts.emailsText,
    Icon: AtSign,
  },
  {
    title: adminTexts.webhooks,
    href: adminUrls.webhooks(),
    text: adminTexts.webhooksText,
    Icon: Webhook,
  },
  {
    title: adminTexts.health,
    href: adminUrls.health(),
    text: adminTexts.healthText,
    Icon: Activity,
  },
];

const Statistics = lazyComponent(
  () => import('../stats/statistics.tsx'),
  ({ Statistics }) => Statistics,
);

const FirstSteps = lazyComponent(
  () => import('../stats/first-steps.tsx'),
  ({ FirstSteps }) => FirstSteps,
);

/** The overview of the administration: links to every area, and statistics of the chosen academy. */
export default function AdminScreen() {
  const hrefOf = useAdminHref();
  useCarriedAcademy();
  return (
    <div className={`page ${css.screen}`}>
      <h1 tabIndex={-1}>{adminTexts.administration}</h1>
      <AcademyChoice />
      <ul className={css.areas}>
        {areas().map(({ title, href, text, Icon }) => (
          <li key={href} className={css.area}>
            <Icon aria-hidden="true" />
            <h2>
              <a href={hrefOf(href)}>{title}</a>
            </h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <Suspense>
        <FirstSteps>
          <Statistics />
        </FirstSteps>
      </Suspense>
    </div>
  );
}
