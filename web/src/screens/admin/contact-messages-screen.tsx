import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';

export const head = () => ({ title: 'Contact messages', noIndex: true });

const ContactMessages = lazyPart(async () => (await import('./contact/contact-messages.tsx')).ContactMessages, {
  withScreen: false,
});

/** What people wrote by the contact form. */
export default function ContactMessagesScreen() {
  return (
    <AcademyScreen title="Contact messages" content={<ContactMessages />}>
      What people wrote to this academy by its contact form. Each message was also mailed to the contact addresses;
      answers go by mail to who wrote it.
    </AcademyScreen>
  );
}
