import { texts } from '@academy/contract/i18n/texts';
import { de } from './lab-step-texts.de.ts';

/** How learners get on with the steps of labs, for authors. */
export const labStepTexts = texts({
  title: 'Steps that learners fail',
  intro:
    'Labs started in the last 90 days, in the learner’s browser or in sandboxes. Educates portals do not report steps. A step is done as the browser reports it, and proved when the academy ran its check itself.',
  lab: 'Lab',
  learners:
    '{count, plural, =0 {No learner has started this lab yet.} one {# learner has started this lab.} other {# learners have started this lab.}}',
  noLabs: 'No labs yet. Publish one, and its steps are listed here.',
  noSteps: 'This lab has no steps.',
  step: 'Step',
  action: 'Action',
  page: 'Page',
  pageAndLine: '{page}, line {line}',
  tried: 'Tried',
  done: 'Done',
  proved: 'Proved',
  failed: 'Failed at least once',
  failedShare: '{failed} ({percent} %)',
  tries: 'Average tries',
}).translated({ de });
