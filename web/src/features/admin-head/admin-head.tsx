import type { ReactNode } from 'react';
import { urls } from '../../urls.ts';
import css from './admin-head.module.css';
import { MailNotice } from './mail-notice.tsx';

/** The top of a screen for administrators: where it belongs, its title, what it is for. */
export function AdminHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className={css.head}>
      <nav aria-label="Breadcrumb">
        <a href={urls.admin()}>Administration</a>
      </nav>
      <h1 tabIndex={-1}>{title}</h1>
      <p>{children}</p>
      <MailNotice />
    </header>
  );
}
