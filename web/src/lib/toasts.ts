import { TOAST_AUTO_CLOSE_MS, TOAST_POSITION, TOAST_TIMEOUT_MS } from '@academy/contract/constants';
import { createStore, useStore } from './store.ts';

export type ToastType = 'danger' | 'success' | 'warning' | 'info';

/** One message at the edge of the screen. */
export interface Toast {
  id: string;
  type: ToastType;
  position: string;
  /** ms until it goes by itself. */
  timeout: number;
  /** How often it was said. */
  times: number;
  /** Plain text; errors of one reply stand on lines of their own. */
  message: string;
  /** Small print: the correlation id of a failed call. */
  additionalInfo: string | null;
  /** A way on, by a new document. */
  link: ToastLink | null;
  /** What can be done about it; the toast goes with it. */
  action: ToastAction | null;
}

export interface ToastAction {
  title: string;
  onSelect: () => void;
}

export interface ToastLink {
  title: string;
  href: string;
}

export interface NewToast {
  message: string;
  /** Default `danger`; `failure` means the same. */
  type?: ToastType | 'failure';
  position?: string;
  timeout?: number;
  /** Stays for 10 s whatever the timeout. */
  autoClose?: boolean;
  additionalInfo?: string | null;
  link?: ToastLink;
  action?: ToastAction;
}

const toasts = createStore<readonly Toast[]>([]);
let last = 0;

/** Shows a toast. One that says the same stays where it is, with pointer and focus in it, and its time begins anew. @returns its id */
export function addToast(toast: NewToast): string {
  const same = toasts.get().find(({ message }) => message === toast.message);
  const id = same?.id ?? `toast-${++last}`;
  const { type = 'danger', autoClose = false, timeout = TOAST_TIMEOUT_MS } = toast;
  const shown: Toast = {
    id,
    times: (same?.times ?? 0) + 1,
    type: type === 'failure' ? 'danger' : type,
    position: toast.position ?? TOAST_POSITION,
    timeout: autoClose ? TOAST_AUTO_CLOSE_MS : timeout,
    message: toast.message,
    additionalInfo: toast.additionalInfo ?? null,
    link: toast.link ?? null,
    action: toast.action ?? null,
  };
  toasts.set((before) => (same ? before.map((one) => (one === same ? shown : one)) : [...before, shown]));
  return id;
}

export function removeToast(id: string): void {
  toasts.set((before) => before.filter((toast) => toast.id !== id));
}

/** The toasts to show, oldest first. Whoever renders them calls `removeToast` after `timeout`. */
export const useToasts = (): readonly Toast[] => useStore(toasts);
/** @internal for tests */
export const currentToasts = (): readonly Toast[] => toasts.get();
