import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import css from './lab-workspace.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';

const MIN = 25;
const MAX = 70;
const STEP = 5;

/** Share of the instructions in percent, and the bar that changes it: dragged, or moved by arrow keys, Home and End. */
export function useDivider() {
  const [share, setShare] = useState(40);
  const dragging = useRef(false);
  const set = (value: number) => setShare(Math.round(Math.min(Math.max(value, MIN), MAX)));
  const onKeyDown = (event: KeyboardEvent) => {
    const to: Record<string, number> = { ArrowLeft: share - STEP, ArrowRight: share + STEP, Home: MIN, End: MAX };
    const value = to[event.key];
    if (value === undefined) return;
    event.preventDefault();
    set(value);
  };
  const onPointerMove = ({ clientX, currentTarget }: PointerEvent) => {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (dragging.current && box !== undefined) set(((clientX - box.left) / box.width) * 100);
  };
  const divider = (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved is a separator, and no hr
    <div
      role="separator"
      tabIndex={0}
      className={css.divider}
      aria-orientation="vertical"
      aria-label={labWorkspaceTexts.divider}
      aria-valuenow={share}
      aria-valuemin={MIN}
      aria-valuemax={MAX}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        dragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        dragging.current = false;
      }}
    />
  );
  return { share, divider };
}
