import type { ContactMessage, ContactSortKey } from '@academy/contract/contact-admin';
import { stateText } from '../../features/handling/handling.tsx';
import { handlingTexts } from '../../features/handling/handling-texts.ts';
import { momentText } from '../../lib/moments.ts';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { contactMessagesTexts } from './contact-messages-texts.ts';

/** Longest text in the table; the details show all of it. */
const SHORT = 160;

export type ContactColumn = ContactSortKey | 'message' | 'state' | 'email' | 'id';

/** The columns of messages, in their order. */
export const contactColumns = (): readonly Column<ContactMessage, ContactColumn>[] => [
  {
    name: 'at',
    title: contactMessagesTexts.when,
    isSortable: true,
    cell: ({ at }) => <Moment at={at} />,
  },
  {
    name: 'name',
    title: contactMessagesTexts.from,
    isSortable: true,
    cell: (item) => <strong dir="auto">{nameOf(item)}</strong>,
  },
  {
    name: 'subject',
    title: contactMessagesTexts.subject,
    isSortable: true,
    cell: ({ subject }) => <span dir="auto">{subject}</span>,
  },
  {
    name: 'message',
    title: contactMessagesTexts.message,
    cell: ({ message }) => <span dir="auto">{message.length > SHORT ? `${message.slice(0, SHORT)}…` : message}</span>,
  },
  { name: 'state', title: handlingTexts.state, cell: ({ state }) => stateText(state) },
  { name: 'email', title: contactMessagesTexts.email, isHidden: true, cell: ({ email }) => email },
  { name: 'id', title: contactMessagesTexts.id, isHidden: true, cell: ({ messageId }) => <code>{messageId}</code> },
];

/** The name that the writer gave. */
export const nameOf = ({ firstName, lastName }: Pick<ContactMessage, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;

/** The message with its moment, as its controls are named. */
export const titleOf = (item: ContactMessage): string => `${item.subject}, ${nameOf(item)}, ${momentText(item.at)}`;
