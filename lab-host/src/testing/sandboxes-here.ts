import { hostView } from '../sandbox/host-view.ts';
import { memoryGroups } from '../sandbox/memory-group.ts';
import { sandboxProblem } from '../sandbox/requirements.ts';

export const view = hostView();
export const groups = memoryGroups();
const found = await sandboxProblem(view, []);
if (found !== null) console.warn(`Tests of sandboxes are left out. ${found.problem} ${found.nextStep}`);

/** Whether this machine can run sandboxes; where it cannot, their tests are skipped with a message. */
export const hasSandboxes = found === null;
