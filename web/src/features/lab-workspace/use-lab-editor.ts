import type { TextRange } from '@academy/contract/rules/lab-text';
import { useCallback, useRef, useState } from 'react';

/** The file that the editor shows, and the range that actions work on. @param onShow called before a file is shown */
export function useLabEditor(onShow: () => void) {
  const [openFile, setOpenFile] = useState<string | null>(null);
  const [goTo, setGoTo] = useState<{ path: string; range: TextRange } | null>(null);
  const selection = useRef<{ path: string; range: TextRange } | null>(null);
  const latest = useRef(onShow);
  latest.current = onShow;

  const showFile = useCallback((path: string, range: TextRange | null = null) => {
    latest.current();
    setOpenFile(path);
    if (range !== null) setGoTo({ path, range });
  }, []);
  /** Shows a file no longer; the empty path is whatever is shown. */
  const closeFile = useCallback((path: string) => setOpenFile((now) => (path === '' || now === path ? null : now)), []);
  /** The range that an action has selected in a file. */
  const selectionIn = useCallback(
    (path: string): TextRange | null => (selection.current?.path === path ? selection.current.range : null),
    [],
  );
  const select = useCallback((path: string, range: TextRange | null) => {
    selection.current = range === null ? null : { path, range };
  }, []);
  const reset = () => {
    selection.current = null;
    setOpenFile(null);
  };
  return { openFile, goTo, showFile, closeFile, selectionIn, select, reset };
}
