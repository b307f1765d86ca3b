import type { ReactNode } from 'react';
import { useAreas } from '../../api/people.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { urls } from '../../navigation/urls.ts';
import css from './admin-head.module.css';
import { adminHeadTexts } from './admin-head-texts.ts';
import { MailNotice } from './mail-notice.tsx';
import { useCarriedAcademy } from './use-carried-academy.ts';

interface AdminHeadProps {
  title: string;
  /** Shown below the description of the screen. */
  below?: ReactNode;
  /** False where the screen itself shows the state of e-mail. */
  hasMailNotice?: boolean;
  /** What the screen is for. */
  children: ReactNode;
}

/** The top of a screen for administrators: where it belongs, its title, what it is for. */
export function AdminHead({ title, below, hasMailNotice = true, children }: AdminHeadProps) {
  const hrefOf = useAdminHref();
  const seesMail = useAreas().includes('mail');
  useCarriedAcademy();
  return (
    <header className={css.head}>
      <nav aria-label={adminHeadTexts.breadcrumb}>
        <a href={hrefOf(urls.admin())}>{adminHeadTexts.administration}</a>
      </nav>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{children}</p>
      {below}
      {hasMailNotice && seesMail && <MailNotice />}
    </header>
  );
}
