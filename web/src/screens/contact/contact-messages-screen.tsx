import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { ContactMessages } from './contact-messages.tsx';

export const head = () => ({ title: 'Contact messages', noIndex: true });

/** What people wrote by the contact form. */
export default function ContactMessagesScreen() {
  return (
    <AcademyScreen title="Contact messages" content={<ContactMessages />}>
      What people wrote to this academy by its contact form. Each message was also mailed to the contact addresses;
      answers go by mail to who wrote it.
    </AcademyScreen>
  );
}
