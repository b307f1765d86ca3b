import {
  extendLabSession,
  getGuideLab,
  getLabSession,
  getLabSolution,
  getLessonLab,
  openLabChannel,
  openLabPage,
  receiveLabEvent,
  recordLabSteps,
  saveLabSnapshot,
  startLabSession,
  terminateLabSession,
} from '@academy/contract/labs';
import type { CallTable } from '../calls/bind.ts';
import type { LabStepsService } from './lab-steps.service.ts';
import type { LabsService } from './labs.service.ts';

/** What learners need of steps. */
export type LabSolutions = Pick<LabStepsService, 'record' | 'solution'>;

export function bindLabs(calls: CallTable, labs: LabsService, steps: LabSolutions): void {
  calls.bind(getLessonLab, ({ scope, query }) => labs.details(scope, 'lesson', query));
  calls.bind(getGuideLab, ({ scope, query }) => labs.details(scope, 'guide', query));
  calls.bind(startLabSession, ({ scope, body, headers }) => labs.start(scope, body, headers['idempotency-key']));
  calls.bind(getLabSession, ({ scope, params }) => labs.get(scope, params.id));
  calls.bind(extendLabSession, ({ scope, params }) => labs.extend(scope, params.id));
  calls.bind(terminateLabSession, ({ scope, params }) => labs.terminate(scope, params.id));
  calls.bind(openLabChannel, ({ scope, params }) => labs.openChannel(scope, params.id));
  calls.bind(openLabPage, ({ scope, params, body }) => labs.openPage(scope, params.id, body));
  calls.bind(saveLabSnapshot, ({ scope, params, body }) => labs.keepSnapshot(scope, params.id, body));
  calls.bind(recordLabSteps, ({ scope, params, body }) => steps.record(scope, params.id, body.events));
  calls.bind(getLabSolution, ({ scope, params }) => steps.solution(scope, params.id));
  calls.bind(receiveLabEvent, ({ params, body }) => labs.receive(params.token, body.event));
}
