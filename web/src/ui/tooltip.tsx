import { type ReactNode, useState } from 'react';
import css from './tooltip.module.css';

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
  const [gone, setGone] = useState(false);
  const classes = [css.anchor, slow ? css.slow : '', gone ? css.gone : ''].filter(Boolean).join(' ');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its control does
    <span
      className={classes}
      onKeyDown={(event) => event.key === 'Escape' && setGone(true)}
      onPointerLeave={() => setGone(false)}
      onBlur={() => setGone(false)}
    >
      {children}
      <span className={`${css.tip} ${css[side]}`} aria-hidden="true">
        {text}
      </span>
    </span>
  );
}
