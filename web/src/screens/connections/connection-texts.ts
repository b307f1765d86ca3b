import { texts } from '@academy/contract/i18n/texts';
import { de } from './connection-texts.de.ts';

/** Connections with programs of others. */
export const connectionTexts = texts({
  connections: 'Connections',
  intro: 'Programs of others that read from this academy. Each stays out until you let it in.',
  assistants: 'Assistants',
  assistantsText:
    'Learners connect their own assistant over the Model Context Protocol. It reads what they may read: courses, lessons, their progress, and which step of their running lab fails. It never reads answers or solutions, and changes nothing.',
  letIn: 'Let assistants in',
  opened: 'Assistants can connect now.',
  closed: 'Assistants are kept out now.',
  address: 'Address',
  lastUsed: 'Last used',
  never: 'Never',
  howTo:
    'Learners make a token on their account page with “<strong>Read what you may read, and your running lab</strong>”, and give it to their assistant with this address.',
  others: 'Other connections',
  directories: 'Directories',
  directoriesText: 'Companies whose people log in with their own provider, and who join and leave by SCIM.',
  webhooks: 'Webhooks',
  webhooksText: 'Systems that are notified of events.',
  tokens: 'Tokens',
  tokensText: 'Scripts that publish, or read statistics and the ledger of progress.',
}).translated({ de });
