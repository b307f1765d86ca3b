import type { Call, CallInput, CallReply } from '@academy/contract/call';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { call as browserCall, type CallOptions } from './call.ts';
import type { CallError } from './call-error.ts';

export interface Write<C extends Call> {
  /** Makes the call. @returns the reply, or null when it failed (then `error` is set and a toast says so) */
  run: (input: CallInput<C>, options?: CallOptions) => Promise<CallReply<C> | null>;
  isPending: boolean;
  error: CallError | null;
}

/**
 * A call that changes something, made by the learner's action.
 * @param onSuccess brings the cache in line with the reply
 */
export function useWrite<C extends Call>(
  call: C,
  onSuccess?: (reply: CallReply<C>, input: CallInput<C>, client: QueryClient) => unknown,
): Write<C> {
  const client = useQueryClient();
  const [state, setState] = useState<{ running: number; error: CallError | null }>({ running: 0, error: null });
  const after = useRef(onSuccess);
  after.current = onSuccess;
  const run = useCallback(
    async (input: CallInput<C>, options?: CallOptions) => {
      setState(({ running }) => ({ running: running + 1, error: null }));
      let failure: CallError | null = null;
      try {
        const reply = await browserCall(call, input, options);
        await after.current?.(reply, input, client);
        return reply;
      } catch (error) {
        failure = error as CallError;
        return null;
      } finally {
        setState(({ running }) => ({ running: running - 1, error: failure }));
      }
    },
    [call, client],
  );
  return { run, isPending: state.running > 0, error: state.error };
}
