import type { Outcome } from '@academy/lab-engine/action-runner';
import { failureText } from './in-words.ts';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';

/**
 * What became of an action, for learners.
 *
 * @param inBrowser whether commands run in the learner's browser, which has few
 */
export function outcomeText({ state, reason }: Outcome, inBrowser: boolean): string {
  if (reason === null) return state === 'done' ? labWorkspaceTexts.done : labWorkspaceTexts.failed;
  switch (reason.code) {
    case 'doneWithStatus':
      return labWorkspaceTexts.doneWithStatus({ code: reason.status });
    case 'programMissing':
      return (inBrowser ? labWorkspaceTexts.browserLacks : labWorkspaceTexts.labLacks)({ program: reason.program });
    case 'noTab':
      return labWorkspaceTexts.noTab({ word: reason.name });
    case 'notText':
      return labWorkspaceTexts.notText({ name: reason.path });
    case 'tooLarge':
      return labWorkspaceTexts.tooLarge({ name: reason.path, kilobytes: Math.floor(reason.bytes / 1_000) });
    case 'uploaded':
      return labWorkspaceTexts.uploaded({ count: reason.count });
    case 'noFile':
    case 'outsideHome':
    case 'textNotFound':
    case 'yamlUnreadable':
    case 'yamlPathNotFound':
    case 'nothingSelected':
    case 'unknownEdit':
      return failureText({ failure: reason.code, path: reason.path });
    case 'problem':
      return reason.text;
    case 'notYet':
      return labWorkspaceTexts.notYetLook;
    default:
      return labWorkspaceTexts[reason.code];
  }
}
