import type { Edit } from '@academy/lab-engine/edit-files';
import type { EditRequest } from '@academy/lab-engine/edit-request';
import type { EditFailure } from '@academy/lab-engine/engine-protocol';
import { trustedScriptUrl } from '../../lib/trusted-script.ts';
import workerUrl from './edit.worker.ts?worker&url';
import { failureText } from './in-words.ts';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import { redownload } from './redownload.ts';

/** An expression of an author that takes longer has no end, ms. */
const MAX_MS = 6_000;

/** Works out an edit in a worker, because an author's expression that never ends must not stop the page. */
export function editInWorker(request: EditRequest): Promise<Edit | { problem: string }> {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'edit' });
  return new Promise<Edit | { problem: string }>((resolve) => {
    const timer = setTimeout(() => fail(labWorkspaceTexts.actionTooLong), MAX_MS);
    const fail = (problem: string) => {
      clearTimeout(timer);
      resolve({ problem });
      // For the next try: a worker with an empty script does not answer either.
      void redownload(workerUrl);
    };
    worker.onmessage = ({ data }: MessageEvent<Edit | EditFailure>) => {
      clearTimeout(timer);
      resolve('failure' in data ? { problem: failureText(data) } : data);
    };
    worker.onerror = () => fail(labWorkspaceTexts.actionFailed);
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
