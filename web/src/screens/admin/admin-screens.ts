import type { ScreenModule } from '../../lib/screen.ts';

/**
 * The screens of the administration by the names that the route table has for them. What their files need is listed here,
 * so that public pages do not carry it.
 */
const ADMIN_SCREENS = {
  start: () => import('./admin-screen.tsx'),
  alerts: () => import('./alert-list-screen.tsx'),
  newAlert: () => import('./alert-create-screen.tsx'),
  editAlert: () => import('./alert-edit-screen.tsx'),
  replicateAlert: () => import('./alert-replicate-screen.tsx'),
  alert: () => import('./alert-view-screen.tsx'),
  people: () => import('./people-screen.tsx'),
  importPeople: () => import('./import-screen.tsx'),
  imports: () => import('./imports-screen.tsx'),
  person: () => import('./person-screen.tsx'),
  tokens: () => import('./tokens-screen.tsx'),
  certificates: () => import('./issued-certificates-screen.tsx'),
  feedback: () => import('./feedback-screen.tsx'),
  contact: () => import('./contact-messages-screen.tsx'),
  labs: () => import('./labs-screen.tsx'),
  audit: () => import('./audit-screen.tsx'),
  webhooks: () => import('./webhooks-screen.tsx'),
  content: () => import('./content-screen.tsx'),
  vouchers: () => import('./vouchers-screen.tsx'),
};
export type AdminScreenName = keyof typeof ADMIN_SCREENS;

/** Loads the file of a screen. */
export const loadAdminScreen = (name: AdminScreenName): Promise<ScreenModule> =>
  ADMIN_SCREENS[name]() as Promise<ScreenModule>;
