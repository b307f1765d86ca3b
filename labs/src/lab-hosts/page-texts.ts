import { texts } from '@academy/contract/i18n/texts';
import { de } from './page-texts.de.ts';
import { spoken } from './speaking.ts';

/** What stands in the place of a lab's page when there is none. */
export const pageTexts = texts({
  closedTitle: 'Nothing listens on port {port} yet',
  closed: 'Start the program in a terminal of the lab. This page shows it as soon as it listens.',
  strangerTitle: 'This page belongs to a lab',
  stranger:
    'Only its learner sees it. Open it from the tab of the lab. If it stays empty there, choose “Open in a new tab”: some browsers keep no cookies inside other pages.',
  endedTitle: 'This lab has ended',
  ended: 'Its programs have ended, too. Start the lab again, and open the page from its tab.',
  goneTitle: 'There is no page here',
  gone: 'The address belongs to no running lab. Open the page from the tab of your lab.',
  failedTitle: 'The page could not be loaded',
  failed: 'The program on port {port} sent no valid reply. Look at its output in the terminal, then reload.',
  lateTitle: 'The program does not answer',
  late: 'The program on port {port} took more than {seconds} seconds. Look at its output in the terminal, then reload.',
  crowdedTitle: 'Too many requests at once',
  crowded: 'This lab has too many open connections. Wait a moment, then reload.',
  tooLargeTitle: 'Too large',
  tooLarge: 'At most {megabytes} MB can be sent to a program in a lab.',
  badTitle: 'The request could not be understood',
  bad: 'Open the page from the tab of your lab.',
  unreachableTitle: 'The lab cannot be reached',
  unreachable: 'Reload the page in a moment. If it stays like this, choose “Restart” in the lab.',
}).translated({ de }, spoken);
