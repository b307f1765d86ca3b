import type { LabContent } from '@academy/contract/labs';
import type { EngineReply } from '@academy/lab-engine/engine-protocol';
import { shellStepOf } from '@academy/lab-engine/shell-steps';
import { trustedScriptUrl } from '../../lib/trusted-script.ts';
import workerUrl from './engine.worker.ts?worker&url';

/** Steps of a lab that its shell would refuse, of all that it would run. */
export interface RefusedSteps {
  refused: number;
  all: number;
}

/**
 * Reads the steps of a lab in the worker that would run it, before it starts. Its script is loaded now instead of at the start.
 *
 * @param signal ends the worker
 * @returns null when the worker does not answer
 */
export function refusedSteps({ pages, tests }: LabContent, signal: AbortSignal): Promise<RefusedSteps | null> {
  const steps = pages.flatMap(({ actions }) => actions.flatMap((action) => shellStepOf(action, tests) ?? []));
  if (steps.length === 0) return Promise.resolve(null);
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'lab' });
  return new Promise<RefusedSteps | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<{ reply: EngineReply }>) => {
      const { refused } = data.reply;
      resolve(refused === undefined ? null : { refused, all: steps.length });
    };
    worker.onerror = () => resolve(null);
    signal.addEventListener('abort', () => resolve(null));
    worker.postMessage({ id: 0, request: { kind: 'judge', steps } });
  }).finally(() => worker.terminate());
}
