import { createLog } from '../logging/log.ts';

/** Logs to standard output as a server does, and reports to its parent that it still runs. */
const log = createLog('info');
process.on('message', (message: { lines: number } | 'end') => {
  if (message === 'end') process.exit(0);
  else {
    for (let number = 0; number < message.lines; number += 1) log.info({ number, filler: 'x'.repeat(1_000) }, 'a line');
    // On the next turns of the event loop, to show that the loop is not blocked.
    setTimeout(() => process.send?.('alive'), 20);
  }
});
process.send?.('alive');
