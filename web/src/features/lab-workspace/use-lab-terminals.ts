import type { TerminalHandle } from '@academy/lab-engine/action-runner';
import { useCallback, useRef, useState } from 'react';

/** What a terminal does by itself. */
export type OwnHandle = Omit<TerminalHandle, 'close'>;

/** The open terminals of a lab, and the handles by which actions use them. */
export function useLabTerminals() {
  const [terminals, setTerminals] = useState<readonly string[]>(['1']);
  const handles = useRef(new Map<string, TerminalHandle>());
  /** Callers that wait until a terminal is mounted. */
  const waiting = useRef(new Map<string, ((handle: TerminalHandle) => void)[]>());

  /** For the terminal component: called with its handle when it is mounted, with null when it is removed. */
  const onTerminal = useCallback((session: string, its: OwnHandle | null) => {
    if (its === null) handles.current.delete(session);
    else {
      const handle = {
        ...its,
        close() {
          its.interrupt();
          its.clear();
          // The last one stays: a lab without terminals has no place to open one.
          setTerminals((present) => (present.length > 1 ? present.filter((one) => one !== session) : present));
        },
      };
      handles.current.set(session, handle);
      for (const resolve of waiting.current.get(session) ?? []) resolve(handle);
      waiting.current.delete(session);
    }
  }, []);

  /** Opens a terminal unless it is open. @returns its handle, once it is mounted */
  const open = useCallback((session: string): TerminalHandle | Promise<TerminalHandle> => {
    setTerminals((present) => (present.includes(session) ? present : [...present, session].sort()));
    const handle = handles.current.get(session);
    if (handle !== undefined) return handle;
    return new Promise((resolve) => {
      waiting.current.set(session, [...(waiting.current.get(session) ?? []), resolve]);
    });
  }, []);

  const openHandles = useCallback(() => [...handles.current.values()], []);
  const reset = () => setTerminals(['1']);
  return { terminals, onTerminal, open, openHandles, reset };
}
