import { useLayoutEffect } from 'react';
import { waiting } from '../navigation/waiting.ts';
import css from './frame.module.css';

/**
 * The thin line at the top edge while the next screen loads. It is always there: inserted before its siblings it would
 * make browsers compute the styles of the whole page anew, because texts have rules for neighbours (`* + *`).
 */
export function ProgressLine({ busy }: { busy: boolean }) {
  useLayoutEffect(() => {
    waiting.isOn = busy;
  }, [busy]);
  return <div className={css.line} hidden={!busy} aria-hidden="true" />;
}
