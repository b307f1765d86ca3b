import {
  AtSign,
  BellRing,
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

export const head = () => ({ title: 'Administration', noIndex: true });

const AREAS = [
  {
    title: 'Content',
    href: adminUrls.content(),
    text: 'What is published, since when and by whom; taken from readers, shown again, deleted.',
    Icon: LibraryBig,
  },
  {
    title: 'Alerts',
    href: adminUrls.alerts(),
    text: 'What stands above the pages of an academy: now, later, and in the past.',
    Icon: BellRing,
  },
  {
    title: 'Users',
    href: adminUrls.people(),
    text: 'Who is known: find people, grant Pro membership, make administrators.',
    Icon: Contact,
  },
  {
    title: 'Access Tokens',
    href: adminUrls.tokens(),
    text: 'Keys for scripts and pipelines: who has which, until when, and used when.',
    Icon: KeySquare,
  },
  {
    title: 'Certificates',
    href: adminUrls.certificates(),
    text: 'Who finished what: find a certificate, correct the name on it, revoke it.',
    Icon: ScrollText,
  },
  {
    title: 'Feedback',
    href: adminUrls.feedback(),
    text: 'What learners and visitors say, how courses and lessons are rated, and what is broken.',
    Icon: MessagesSquare,
  },
  {
    title: 'Contact messages',
    href: adminUrls.contact(),
    text: 'What people wrote by the contact form, found again and answered by mail.',
    Icon: Mail,
  },
  {
    title: 'Labs',
    href: adminUrls.labs(),
    text: 'Who is in a lab now, what failed and why, and whether the engines answer.',
    Icon: TestTubeDiagonal,
  },
  {
    title: 'Audit',
    href: adminUrls.audit(),
    text: 'Who changed what, when and from where, with what was before and after.',
    Icon: History,
  },
  {
    title: 'Exam vouchers',
    href: adminUrls.vouchers(),
    text: 'Which Pro members wait for a voucher, and who got one.',
    Icon: Ticket,
  },
  {
    title: 'E-mail addresses',
    href: urls.email(),
    text: 'Where contact messages and feedback of an academy go, and who its mail is from.',
    Icon: AtSign,
  },
  {
    title: 'Webhooks',
    href: adminUrls.webhooks(),
    text: 'Which other systems are told what happens, and how that went.',
    Icon: Webhook,
  },
];

const Statistics = lazyComponent(
  () => import('../stats/statistics.tsx'),
  ({ Statistics }) => Statistics,
);

/** The overview of the administration: links to every area, and statistics of the chosen academy. */
export default function AdminScreen() {
  const hrefOf = useAdminHref();
  useCarriedAcademy();
  return (
    <div className={`page ${css.screen}`}>
      <h1 tabIndex={-1}>Administration</h1>
      <AcademyChoice />
      <ul className={css.areas}>
        {AREAS.map(({ title, href, text, Icon }) => (
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
        <Statistics />
      </Suspense>
    </div>
  );
}
