import { texts } from '@academy/contract/i18n/texts';
import { de } from './lab-start-texts.de.ts';

/** The start of a lab, for signed-in learners. */
export const labStartTexts = texts({
  startTheLab: 'Start the lab',
  starting: 'Starting the lab',
  anotherRuns: 'Another of your labs is running: <b>{title}</b>. You can run one lab at a time.',
  anotherIsCompleted: 'You completed <b>{title}</b>, but its lab is still running. You can run one lab at a time.',
  goToOther: 'Go to that lab',
  endOther: 'End that lab and start this one',
  endOtherTitle: 'End the other lab?',
  otherWorkLost: 'Your work in <b>{title}</b> is lost. You can start it again at any time.',
  start: 'Start lab',
  tryAgain: 'Try again',
  browser: 'A terminal, an editor and the files are ready. They run in your browser, and your work is kept.',
  lightShell:
    'The terminal is a light shell, no Linux machine: commands for files, texts and JSON work, programs such as git, vim or tar do not. What it cannot do right it refuses with one sentence.',
  refused: 'Not possible there: {refused} of {all} commands and checks of this lab.',
  linux:
    'A real Linux starts in your browser, with terminals, an editor and the files. The first time it loads {megabytes} MB. Your work is kept.',
  toLight: 'Use the light shell instead',
  toLinux: 'Use a real Linux instead ({megabytes} MB)',
  sandbox:
    'Terminals, an editor and the files are ready on a machine of the academy. The time for the lab is limited and shown while it runs. Your files are kept.',
  environment: 'The environment of this lab: {title}.',
  noEnvironment:
    'This lab cannot be started here: it needs the environment “{title}”, which the academy does not have. You can read its pages.',
  lacksFiles:
    'This lab also uses files from elsewhere, which are not there in the browser. Steps that need them do not work here.',
  educates:
    'The lab runs on a lab platform and opens on this page. The time for the lab is limited and shown while it runs.',
}).translated({ de });
