import { useEffect, useRef, useState } from 'react';
import { removeToast, type Toast, useToasts } from '../lib/toasts.ts';
import { ToastRegion } from '../ui/toast.tsx';

/** Shows the toasts and takes each away after its time. */
export function ToastHost() {
  const toasts = useToasts();
  const [isHeld, setHeld] = useState(false);
  return (
    <>
      <ToastRegion toasts={toasts} onClose={removeToast} onHold={setHeld} />
      {toasts.map((toast) => (
        <Timer key={toast.id} toast={toast} isHeld={isHeld} />
      ))}
    </>
  );
}

/** Its time does not run while it is held. */
function Timer({ toast: { id, timeout }, isHeld }: { toast: Toast; isHeld: boolean }) {
  const left = useRef(timeout);
  useEffect(() => {
    if (isHeld) return;
    const from = performance.now();
    const timer = setTimeout(() => removeToast(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - from;
    };
  }, [id, isHeld]);
  return null;
}
