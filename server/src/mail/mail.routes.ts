import { getMailState, type MailState } from '@academy/contract/mail';
import type { CallTable } from '../calls/bind.ts';
import type { OutboxStore, OutboxSummary } from './outbox.store.ts';

/** @param hasServer whether a mail server is set */
export function bindMail(calls: CallTable, outbox: Pick<OutboxStore, 'summary'>, hasServer: boolean): void {
  calls.bind(getMailState, async () => {
    const { waiting, oldest, givenUp, problem } = await outbox.summary();
    return {
      state: stateOf(hasServer, problem),
      problem: hasServer ? problem : null,
      waiting,
      oldest: oldest?.toISOString() ?? null,
      givenUp,
    };
  });
}

function stateOf(hasServer: boolean, problem: OutboxSummary['problem']): MailState['state'] {
  if (!hasServer) return 'off';
  return problem === null ? 'working' : 'failing';
}
