import { useEffect, useLayoutEffect, useRef } from 'react';
import { type LessonAction, lessonAction } from './lesson-keys.ts';

const FIELDS = 'input, textarea, select, [contenteditable], dialog, [popover], iframe';

/** Listens for the shortcuts of the lesson screen while it is shown. */
export function LessonKeys({ act }: { act: (action: LessonAction) => void }): null {
  const latest = useRef(act);
  // In a layout effect: the next key may come before passive effects run.
  useLayoutEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest(FIELDS) !== null;
      const action = event.repeat || event.defaultPrevented ? null : lessonAction({ ...keyOf(event), typing });
      if (action !== null) latest.current(action);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return null;
}

const keyOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => ({ key, ctrlKey, metaKey, altKey });
