import { useEffect, useRef, useState } from 'react';
import { type Toast, useToasts } from '../lib/shown-toasts.ts';
import { removeToast } from '../lib/toasts.ts';
import { ToastRegion } from '../ui/toast.tsx';

/** Shows the toasts and removes each after its timeout. */
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

/** Its timeout is paused while it is hovered or focused, and restarts when the toast is repeated. */
function Timer({ toast, isHeld }: { toast: Toast; isHeld: boolean }) {
  const { id, times, timeout } = toast;
  const left = useRef(timeout);
  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts each time that it is shown
  useEffect(() => {
    left.current = timeout;
  }, [times, timeout]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same
  useEffect(() => {
    if (isHeld) return;
    const from = performance.now();
    const timer = setTimeout(() => removeToast(id), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - from;
    };
  }, [times, id, isHeld]);
  return null;
}
