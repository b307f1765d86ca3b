import { LAB_STEP_EVENTS } from '@academy/contract/labs';
import type { StepEvent } from '@academy/contract/rules/lab-steps';

/** Tries that wait for the academy; older ones are given up. */
const MAX_WAITING = 1_000;

interface StepQueueOptions {
  /** Events of an earlier page that were not sent. */
  waiting: readonly StepEvent[];
  /** @returns false when they should be sent again later */
  send(events: readonly StepEvent[]): Promise<boolean>;
  /** Called with the events that wait now, so that the next page finds them. */
  store(waiting: readonly StepEvent[]): void;
}

/**
 * Tells the academy about tries of steps, in their order. Those that cannot be sent wait, and are sent with the next one;
 * those that are made while some are on their way are sent together.
 */
export function stepQueue({ waiting: first, send, store }: StepQueueOptions) {
  let waiting = [...first];
  let sending: Promise<void> | null = null;

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const lot = waiting.slice(0, LAB_STEP_EVENTS);
      if (!(await send(lot))) return;
      waiting = waiting.filter((event) => !lot.includes(event));
      store(waiting);
    }
  }

  function flush(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  }

  return {
    add(event: StepEvent): Promise<void> {
      waiting = [...waiting, event].slice(-MAX_WAITING);
      store(waiting);
      return flush();
    },
    /** Sends what waits, as far as the academy can be reached. */
    flush,
  };
}
