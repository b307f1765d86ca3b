import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { ContactMessages } from './contact-messages.tsx';
import { contactMessagesTexts } from './contact-messages-texts.ts';

export const head = () => ({ title: contactMessagesTexts.contactMessages, noIndex: true });

/** What people wrote by the contact form. */
export default function ContactMessagesScreen() {
  return (
    <AcademyScreen title={contactMessagesTexts.contactMessages} content={<ContactMessages />}>
      {contactMessagesTexts.intro}
    </AcademyScreen>
  );
}
