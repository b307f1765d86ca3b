import type { Language } from '@academy/contract/i18n/languages';
import { createStore } from './store.ts';

export type ToastType = 'danger' | 'success' | 'warning' | 'info';

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
  /** Language of the message and its link, where it is not that of the page. */
  language?: Language;
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

/** A toast as it was added; `shown-toasts.ts` fills in the defaults. */
export interface QueuedToast extends NewToast {
  id: string;
  /** How often it was shown. */
  times: number;
}

/** The present toasts, oldest first. */
export const toasts = createStore<readonly QueuedToast[]>([]);
let last = 0;

/** Shows a toast. A repeated message keeps its toast, with pointer and focus in it, and restarts its timeout. @returns its id */
export function addToast(toast: NewToast): string {
  const same = toasts.get().find(({ message }) => message === toast.message);
  const id = same?.id ?? `toast-${++last}`;
  const said = { ...toast, id, times: (same?.times ?? 0) + 1 };
  toasts.set((before) => (same ? before.map((one) => (one === same ? said : one)) : [...before, said]));
  return id;
}

export function removeToast(id: string): void {
  toasts.set((before) => before.filter((toast) => toast.id !== id));
}
