import { HEADER_TOOLTIP_DELAY_MS } from '@academy/contract/constants';
import { type ReactNode, useEffect, useState } from 'react';
import css from './tooltip.late.module.css';

interface TooltipProps {
  text: string;
  side: 'right' | 'below';
  /** Waits 600 ms before a hovering pointer sees it (header); otherwise it shows at once (sidebar). */
  slow?: boolean;
  children: ReactNode;
}

/**
 * Shows a title beside an icon on hover and focus; Escape puts it away. The control inside carries its own accessible
 * name, so the tip is hidden from screen readers.
 */
export function Tooltip({ text, side, slow = false, children }: TooltipProps) {
  const [state, setState] = useState<'away' | 'waiting' | 'shown'>('away');
  useEffect(() => {
    if (state !== 'waiting') return;
    const timer = setTimeout(() => setState('shown'), HEADER_TOOLTIP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const away = () => setState('away');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its control does
    <span
      className="tip-anchor"
      onPointerEnter={() => setState(slow ? 'waiting' : 'shown')}
      onPointerLeave={away}
      onPointerDown={away}
      onFocus={({ target }) => target.matches(':focus-visible') && setState('shown')}
      onBlur={away}
      onKeyDown={({ key }) => key === 'Escape' && away()}
    >
      {children}
      {state === 'shown' && (
        <span className={`${css.tip} ${css[side]}`} aria-hidden="true">
          {text}
        </span>
      )}
    </span>
  );
}
