import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import css from './modal.module.css';
import { uiTexts } from './ui-texts.ts';

interface ModalProps {
  open: boolean;
  title: string;
  /** Called on Escape, on a click outside and by the close button; the owner sets `open` to false. */
  onClose: () => void;
  /** A sheet fills one side of the screen instead of its middle. */
  sheet?: 'left' | 'right';
  /** As large as its content wants and the screen allows: for pictures. */
  full?: boolean;
  /** False leaves only the buttons of the content to close it. */
  closable?: boolean;
  /** False: no button in the corner; Escape and a click outside close it all the same. */
  closeButton?: boolean;
  /** Buttons below the body. The one with `data-first` has the focus at first. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * Puts the messages where they can be read and pressed: above everything, and into the dialog that is open, since all that
 * is outside of it is inert. Each dialog calls this when it has opened, with itself, and when it has closed.
 */
export function placeMessages(
  place: Element | null = document.querySelector('dialog:modal') ?? document.getElementById('messages'),
): void {
  const messages = document.querySelector<HTMLElement>('[popover=manual]:popover-open');
  if (messages === null) return;
  place?.append(messages);
  messages.showPopover();
}

/** A native modal dialog: focus stays inside and returns to the opener, the page behind is inert and does not scroll. */
export function Modal(props: ModalProps) {
  const {
    open,
    title,
    onClose,
    sheet,
    full = false,
    closable = true,
    closeButton = closable,
    actions,
    children,
  } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const bodyRef = useRef<HTMLDivElement>(null);
  const pressedOutside = useRef(false);
  const closedByEffect = useRef(false);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      placeMessages(dialog);
      dialog.querySelector<HTMLElement>('[data-first]')?.focus();
      const body = bodyRef.current;
      // What is longer than its place must be reached by the keyboard, to be scrolled.
      if (body !== null && body.scrollHeight > body.clientHeight) body.tabIndex = 0;
    }
    return () => {
      // Closing, unlike removal, gives the focus back to the opener.
      closedByEffect.current = dialog.open;
      dialog.close();
      placeMessages();
    };
  }, [open]);
  const onClosed = () => {
    // React also runs cleanups while something beside the dialog loads, and shows it again: nobody has closed it then.
    const byEffect = closedByEffect.current;
    closedByEffect.current = false;
    if (!open || byEffect) return;
    // Browsers close a dialog at the second Escape whatever it says.
    if (closable) onClose();
    else {
      ref.current?.showModal();
      placeMessages();
    }
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way out, the browser handles it
    <dialog
      ref={ref}
      className={[css.modal, sheet && css[sheet], full && css.full].filter(Boolean).join(' ')}
      aria-labelledby={titleId}
      closedby={closable ? 'closerequest' : 'none'}
      onCancel={(event) => {
        event.preventDefault();
        if (closable) onClose();
      }}
      onClose={onClosed}
      // Text that is selected beyond the edge is released outside, and that is no click.
      onPointerDown={({ target }) => {
        pressedOutside.current = target === ref.current;
      }}
      onClick={({ target }) => closable && target === ref.current && pressedOutside.current && onClose()}
    >
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        {closeButton && (
          <Button look="icon" aria-label={uiTexts.close} onClick={onClose}>
            <X />
          </Button>
        )}
      </div>
      <div ref={bodyRef} className={css.body}>
        {open && children}
      </div>
      {actions && <div className={css.actions}>{open && actions}</div>}
    </dialog>
  );
}
