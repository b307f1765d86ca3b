import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import css from './modal.late.module.css';

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
  children: ReactNode;
}

/** A native modal dialog: focus stays inside and returns to the opener, the page behind is inert. */
export function Modal({ open, title, onClose, sheet, full = false, closable = true, children }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
    // Closing, unlike removal, gives the focus back to the opener.
    return () => dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way out, the browser handles it
    <dialog
      ref={ref}
      className={[css.modal, sheet && css[sheet], full && css.full].filter(Boolean).join(' ')}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (closable) onClose();
      }}
      onClose={() => open && onClose()}
      onClick={(event) => closable && event.target === ref.current && onClose()}
    >
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        {closable && (
          <Button look="icon" aria-label="Close" onClick={onClose}>
            <X />
          </Button>
        )}
      </div>
      <div className={css.body}>{open && children}</div>
    </dialog>
  );
}
