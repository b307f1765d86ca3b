import { EmailPage } from './email-page.tsx';

export const head = () => ({ title: 'Manage Emails', noIndex: true });

/** Own addresses besides the one to log in with; for administrators also those of the academy. */
export default function ManagedEmailsScreen() {
  return <EmailPage />;
}
