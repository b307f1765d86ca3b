import { type KeptWork, passedChecks } from '@academy/lab-engine/linux/passed-checks';

/*
 * Runs checks on the work of one learner, which it gets as a message, and reports those that passed. It ends when its memory
 * grows too much: what programs in the machine write is held by it.
 */

const MAX_BYTES = 1_000 * 1024 * 1024;
const LOOK_MS = 200;

setInterval(() => {
  if (process.memoryUsage.rss() > MAX_BYTES) process.exit(1);
}, LOOK_MS).unref();

process.once('disconnect', () => process.exit(1));

process.once('message', (work: KeptWork) => {
  void passedChecks(work).then(
    (passed) => process.send?.(passed, () => process.exit(0)),
    () => process.exit(1),
  );
});
