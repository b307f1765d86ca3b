import { href } from './path.ts';
import { withSearch } from './url-list.ts';

/** `tenant` names the academy whose alerts they are; without it the present one. */
export const alerts = (tenant = '') => withSearch('/admin/alerts', { tenant });
export const newAlert = (tenant = '') => withSearch('/admin/alerts/new', { tenant });
export const alert = (alertId: string, tenant = '') =>
  withSearch(href('/admin/alerts/:alertId', { alertId }), { tenant });
export const editAlert = (alertId: string, tenant = '') =>
  withSearch(href('/admin/alerts/:alertId/edit', { alertId }), { tenant });
export const replicateAlert = (alertId: string, tenant = '') =>
  withSearch(href('/admin/alerts/:alertId/replicate', { alertId }), { tenant });
export const people = () => '/admin/users';
export const importPeople = () => '/admin/users/import';
export const imports = () => '/admin/users/imports';
export const person = (userId: string) => href('/admin/users/:userId', { userId });
export const tokens = () => '/admin/tokens';
export const certificates = () => '/admin/certificates';
export const labs = () => '/admin/labs';
/** `q` is what the entries are searched for. */
export const audit = (q = '') => withSearch('/admin/audit', { q });
export const webhooks = () => '/admin/webhooks';
/** `q` narrows the list down. */
export const content = (tenant = '', q = '') => withSearch('/admin/content', { tenant, q });
export const vouchers = () => '/admin/vouchers';
export const feedback = () => '/admin/feedback';
export const contact = () => '/admin/contact';
