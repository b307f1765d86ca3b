import { messages } from '@academy/contract/i18n/messages';

/** The start of a lab, for signed-in learners. */
export const en = messages({
  startTheLab: 'Start the lab',
  starting: 'Starting the lab',
  anotherRuns: 'Another lab of yours is running: <b>{title}</b>. One lab runs at a time.',
  goToOther: 'Go to it',
  endOther: 'End it and start this one',
  start: 'Start lab',
  tryAgain: 'Try again',
  browser: 'A terminal, an editor and the files are ready. They run in your browser, and your work is kept.',
  sandbox:
    'Terminals, an editor and the files are ready on a machine of the academy. The lab has a time of its own, which is shown while it runs, and your files are kept.',
  educates: 'The lab runs on a lab platform and opens here. It has a time of its own, which is shown while it runs.',
});
