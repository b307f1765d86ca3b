import type { LabProviderName } from '@academy/contract/labs';
import type { Lesson } from '@academy/contract/lessons';

/** Where a lab runs decides what opens. */
const LABS: Readonly<Record<LabProviderName, string>> = {
  browser: 'The steps of this lab, with a terminal and an editor beside them that run in your browser.',
  sandbox: 'The steps of this lab, with terminals and an editor beside them that run on a machine of the academy.',
  educates: 'This lab runs on a lab platform and opens here, with its steps beside its terminals.',
  external: 'This lab runs on a platform outside the academy and opens in a new tab.',
};

/**
 * The text beside the button that leads to a lesson's lab or questions.
 *
 * @param hasLab false: the lab is not published, so there is no button
 */
export function furtherWords(type: Lesson['type'], labProvider: LabProviderName | null, hasLab: boolean): string {
  if (type === 'lab' && !hasLab) return 'This lab is not published in this academy yet.';
  if (type === 'lab')
    return labProvider === null
      ? 'The steps of this lab, to read and to follow on your own machine.'
      : LABS[labProvider];
  return type === 'knowledge-check'
    ? 'Answer the questions of this knowledge check. Passing it completes the lesson.'
    : 'Questions about this lesson.';
}
