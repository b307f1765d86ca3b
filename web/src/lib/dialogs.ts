import type { FeedbackQuestions } from '@academy/contract/feedback';
import { createStore, useStore } from './store.ts';

/** The alert modal: titled 'Warning' for danger, else 'Success'; the message is HTML and goes through `<Html>`. */
export interface AlertMessage {
  type: 'danger' | 'success';
  message: string;
}
const alertMessage = createStore<AlertMessage | null>(null);
/** Opens the alert modal. @public */
export const showAlert = (alert: AlertMessage): void => alertMessage.set(alert);
export const closeAlert = (): void => alertMessage.set(null);
export const useAlertMessage = (): AlertMessage | null => useStore(alertMessage);

/** The 'Access Denied' modal; `clossable` keeps its historic spelling. */
export interface AccessDenied {
  show: boolean;
  clossable: boolean;
}
const NOT_DENIED: AccessDenied = { show: false, clossable: true };
const accessDenied = createStore<AccessDenied>(NOT_DENIED);
export const showAccessDenied = (clossable = true): void => accessDenied.set({ show: true, clossable });
export const closeAccessDenied = (): void => accessDenied.set(NOT_DENIED);
export const useAccessDenied = (): AccessDenied => useStore(accessDenied);

/** The four feedback modals, of which at most one is open. */
export type ModalName = 'feedback' | 'thank-you' | 'more-feedback' | 'more-thank-you';
export interface OpenModal {
  name: ModalName;
  /** What the feedback is about; empty for the academy as a whole. */
  about: { feedbackableType: 'lesson' | 'course' | ''; feedbackableId: string | null; courseId: string | null };
  /** Of the survey. */
  questions: FeedbackQuestions | undefined;
}
const modal = createStore<OpenModal | null>(null);
const EVERYTHING: OpenModal['about'] = { feedbackableType: '', feedbackableId: null, courseId: null };
/** Opens a modal in the place of any other. @param questions of the survey */
export const openModal = (name: ModalName, about = EVERYTHING, questions?: FeedbackQuestions): void =>
  modal.set({ name, about, questions });
export const closeModal = (): void => modal.set(null);
export const useOpenModal = (): OpenModal | null => useStore(modal);
