import { useEffect } from 'react';
import { removeToast, type Toast, useToasts } from '../lib/toasts.ts';
import { ToastRegion } from '../ui/toast.tsx';

/** Shows the toasts and takes each away after its time. */
export function ToastHost() {
  const toasts = useToasts();
  return (
    <>
      <ToastRegion toasts={toasts} onClose={removeToast} />
      {toasts.map((toast) => (
        <Timer key={toast.id} toast={toast} />
      ))}
    </>
  );
}

function Timer({ toast: { id, timeout } }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => removeToast(id), timeout);
    return () => clearTimeout(timer);
  }, [id, timeout]);
  return null;
}
