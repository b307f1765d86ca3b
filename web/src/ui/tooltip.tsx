import { HEADER_TOOLTIP_DELAY_MS } from '@academy/contract/constants';
import { type ReactNode, useEffect, useState } from 'react';
import css from './tooltip.module.css';

interface TooltipProps {
  text: string;
  /** `below-end` ends where its control ends: for the last control of a row. */
  side: 'right' | 'below' | 'below-end';
  /** Waits 600 ms before it shows (header); otherwise it shows at once (sidebar). */
  slow?: boolean;
  children: ReactNode;
}

const SIDES = { right: css.right, below: css.below, 'below-end': css.end };

/**
 * Shows a title beside an icon on hover and keyboard focus; Escape puts it away, wherever the focus is, and a pointer may
 * move onto it. The control inside carries its own accessible name, so the tip is hidden from screen readers.
 */
export function Tooltip({ text, side, slow = false, children }: TooltipProps) {
  const [state, setState] = useState<'away' | 'waiting' | 'shown'>('away');
  useEffect(() => {
    if (state === 'away') return;
    const timer = setTimeout(() => setState('shown'), HEADER_TOOLTIP_DELAY_MS);
    const press = ({ key }: KeyboardEvent) => key === 'Escape' && setState('away');
    addEventListener('keydown', press);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', press);
    };
  }, [state]);
  const come = () => setState((now) => (now === 'shown' || !slow ? 'shown' : 'waiting'));
  const away = () => setState('away');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its control does
    <span
      className="tip-anchor"
      onPointerEnter={come}
      onPointerLeave={away}
      onPointerDown={away}
      onFocus={({ target }) => target.matches(':focus-visible') && come()}
      onBlur={away}
    >
      {children}
      {state === 'shown' && (
        <span className={`${css.tip} ${SIDES[side]}`} aria-hidden="true">
          {text}
        </span>
      )}
    </span>
  );
}
