import { TOAST_AUTO_CLOSE_MS, TOAST_POSITION, TOAST_TIMEOUT_MS } from '@academy/contract/constants';
import type { Language } from '@academy/contract/i18n/languages';
import { useMemo } from 'react';
import { useStore } from './store.ts';
import { type QueuedToast, type ToastAction, type ToastLink, type ToastType, toasts } from './toasts.ts';

/** One message at the edge of the screen. */
export interface Toast {
  id: string;
  type: ToastType;
  position: string;
  /** ms until it closes by itself. */
  timeout: number;
  /** How often it was shown. */
  times: number;
  /** Plain text; errors of one reply are on separate lines. */
  message: string;
  /** Language of the message, where it is not that of the page. */
  language: Language | undefined;
  /** Small print: the correlation id of a failed call. */
  additionalInfo: string | null;
  /** A link, which loads a new document. */
  link: ToastLink | null;
  /** An action; choosing it closes the toast. */
  action: ToastAction | null;
}

function shown({ id, times, type = 'danger', message, ...said }: QueuedToast): Toast {
  return {
    id,
    times,
    type: type === 'failure' ? 'danger' : type,
    position: said.position ?? TOAST_POSITION,
    timeout: said.autoClose ? TOAST_AUTO_CLOSE_MS : (said.timeout ?? TOAST_TIMEOUT_MS),
    message,
    language: said.language,
    additionalInfo: said.additionalInfo ?? null,
    link: said.link ?? null,
    action: said.action ?? null,
  };
}

/** The toasts to show, oldest first. The component that renders them calls `removeToast` after `timeout`. */
export function useToasts(): readonly Toast[] {
  const said = useStore(toasts);
  return useMemo(() => said.map(shown), [said]);
}

/** @internal for tests */
export const currentToasts = (): readonly Toast[] => toasts.get().map(shown);
