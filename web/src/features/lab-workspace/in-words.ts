import type { EditFailure, EngineReply } from '@academy/lab-engine/engine-protocol';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';

/** Why an edit could not be made, for learners. */
export function failureText({ failure, path }: EditFailure): string {
  switch (failure) {
    case 'noFile':
      return labWorkspaceTexts.noFile({ path });
    case 'outsideHome':
      return labWorkspaceTexts.outsideHome({ path });
    case 'textNotFound':
      return labWorkspaceTexts.textNotFound({ path });
    case 'yamlUnreadable':
      return labWorkspaceTexts.yamlUnreadable({ path });
    case 'yamlPathNotFound':
      return labWorkspaceTexts.yamlPathNotFound({ path });
    default:
      return labWorkspaceTexts[failure];
  }
}

/** The reply of a worker with its failures in the language of the page. */
export function inWords(reply: EngineReply): EngineReply {
  const { failure, path = '', tookTooLong = false } = reply;
  if (failure !== undefined) return { ...reply, problem: failureText({ failure, path }) };
  return tookTooLong ? { ...reply, stderr: labWorkspaceTexts.checkTooLong } : reply;
}
