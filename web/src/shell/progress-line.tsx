import { useLayoutEffect } from 'react';
import { waiting } from '../navigation/waiting.ts';
import css from './frame.module.css';

/** The thin line at the top edge while the next screen loads. */
export function ProgressLine({ busy }: { busy: boolean }) {
  useLayoutEffect(() => {
    waiting.isOn = busy;
  }, [busy]);
  return busy ? <div className={css.line} aria-hidden="true" /> : null;
}
