import type { LabSnapshot } from '@academy/contract/labs';
import { useCallback, useEffect, useRef, useState } from 'react';
import { saveLabWork } from '../../api/labs.ts';
import { storeWork } from './work-store.ts';

interface SnapshotOptions {
  sessionId: string;
  /** Sends pending edits, before a save. */
  flush: () => void;
  /** The work as it is now, with all edits. */
  snapshot: () => LabSnapshot;
  /** A snapshot is stored on this device whenever one of these changes. */
  changes: readonly unknown[];
  /** True once the lab has ended: the academy has its files, and nothing is stored any more. */
  isOver: () => boolean;
}

/** Snapshots: on this device with each change, on the server by `save`, also when the page is hidden. */
export function useLabSnapshots({ sessionId, flush, snapshot, changes, isOver }: SnapshotOptions) {
  const [unsaved, setUnsaved] = useState(false);
  const latest = useRef({ flush, snapshot, isOver });
  latest.current = { flush, snapshot, isOver };

  const save = useCallback(async () => {
    if (latest.current.isOver()) return;
    latest.current.flush();
    const work = latest.current.snapshot();
    await storeWork(sessionId, work);
    setUnsaved(!(await saveLabWork(sessionId, work)));
  }, [sessionId]);
  useEffect(() => {
    void storeWork(sessionId, latest.current.snapshot());
  }, [...changes, sessionId]);
  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && void save();
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, [save]);
  return { unsaved, save };
}
