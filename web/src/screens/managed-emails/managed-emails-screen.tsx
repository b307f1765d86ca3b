import { EmailPage } from './email-page.tsx';
import { managedEmailTexts } from './managed-email-texts.ts';

export const head = () => ({ title: managedEmailTexts.title, noIndex: true });

/** Own addresses besides the one to log in with; for administrators also those of the academy. */
export default function ManagedEmailsScreen() {
  return <EmailPage />;
}
