import { texts } from '@academy/contract/i18n/texts';
import { de } from './no-attempt-left-texts.de.ts';

/** At a knowledge check that a learner may not take again. */
export const noAttemptLeftTexts = texts({
  ask: 'You have no attempt left at this check. An instructor of the course or an administrator can grant you another one: <link>ask the academy</link>.',
}).translated({ de });
