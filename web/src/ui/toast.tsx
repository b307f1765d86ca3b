import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Reference } from './reference.tsx';
import css from './toast.module.css';
import { uiTexts } from './ui-texts.ts';

export type ToastType = 'danger' | 'success' | 'warning' | 'info';

export interface ToastProps {
  id: string;
  type: ToastType;
  /** How often it was shown: each time its text is new in the page, so that screen readers announce it. */
  times?: number;
  /** `bottom-right`: at the foot of the window, while no other message is shown. */
  position?: string;
  /** Language of the message and its link, where it is not that of the page. */
  language?: string | undefined;
  /** Several messages are on separate lines. */
  message: string;
  /** A correlation id, for requests for help. */
  additionalInfo?: string | null | undefined;
  /** Leads to a new document, never to a screen within this one. */
  link?: { title: string; href: string } | null | undefined;
  /** An action; choosing it closes the toast. */
  action?: { title: string; onSelect: () => void } | null | undefined;
  onClose: (id: string) => void;
}

export interface ToastRegionProps {
  toasts: readonly Omit<ToastProps, 'onClose'>[];
  onClose: (id: string) => void;
  /** Called while a toast is hovered or focused: none is removed meanwhile. */
  onHold: (isHeld: boolean) => void;
}

/** Icon of each type of message. */
export const TOAST_ICONS = { danger: CircleAlert, success: CircleCheck, warning: TriangleAlert, info: Info };

/** One short message that closes by itself or by its button. */
export function Toast({ id, times, type, language, message, additionalInfo, link, action, onClose }: ToastProps) {
  const Icon = TOAST_ICONS[type];
  return (
    <div className={`${css.toast} ${css[type]}`}>
      <Icon aria-hidden="true" />
      <div lang={language}>
        <p key={times} className={css.message}>
          {message}
        </p>
        {additionalInfo && <Reference id={additionalInfo} />}
        {link && (
          <a href={link.href} target="_top">
            {link.title}
          </a>
        )}
        {action && (
          <button
            type="button"
            className={css.action}
            onClick={() => {
              action.onSelect();
              onClose(id);
            }}
          >
            {action.title}
          </button>
        )}
      </div>
      <Button look="icon" className={css.close} aria-label={uiTexts.closeMessage} onClick={() => onClose(id)}>
        <X />
      </Button>
    </div>
  );
}

/**
 * The live region that holds all toasts. It is always in the page, so that screen readers notice what is added, or in the
 * dialog that is open: `placeMessages` moves it there and back to the element around it.
 */
export function ToastRegion({ toasts, onClose, onHold }: ToastRegionProps) {
  const [isPointed, setPointed] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const region = useRef<HTMLElement>(null);
  const isHeld = isPointed || hasFocus;
  const isLow = toasts.length > 0 && toasts.every(({ position }) => position === 'bottom-right');
  // Closing a toast removes pointer and focus from it without an event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the messages
  useEffect(() => {
    setPointed(region.current?.matches(':hover') ?? false);
    setFocus(region.current?.contains(document.activeElement) ?? false);
  }, [toasts]);
  // Opens the popover after hydration: from then on it may be moved.
  useEffect(() => region.current?.showPopover(), []);
  useEffect(() => onHold(isHeld), [isHeld, onHold]);
  return (
    <div id="messages" className="no-print">
      <section
        ref={region}
        popover="manual"
        className={`${css.toasts} ${isLow ? css.low : ''}`}
        aria-label={uiTexts.messages}
        aria-live="polite"
        aria-relevant="additions"
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
      >
        {toasts.map((toast) => (
          <Toast key={toast.id} {...toast} onClose={onClose} />
        ))}
      </section>
    </div>
  );
}
