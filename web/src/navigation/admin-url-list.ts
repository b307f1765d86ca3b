import { href } from './path.ts';
import { withSearch } from './url-list.ts';

/** `tenant` names the academy whose alerts they are; without it the present one. */
export const alerts = (tenant = '') => withSearch(href('/admin/alerts'), { tenant });
export const newAlert = (tenant = '') => withSearch(href('/admin/alerts/new'), { tenant });
export const alert = (alertId: string, tenant = '') =>
  withSearch(href('/admin/alerts/:alertId', { alertId }), { tenant });
export const editAlert = (alertId: string, tenant = '') =>
  withSearch(href('/admin/alerts/:alertId/edit', { alertId }), { tenant });
export const replicateAlert = (alertId: string, tenant = '') =>
  withSearch(href('/admin/alerts/:alertId/replicate', { alertId }), { tenant });
export const people = () => href('/admin/users');
export const importPeople = () => href('/admin/users/import');
export const imports = () => href('/admin/users/imports');
export const person = (userId: string) => href('/admin/users/:userId', { userId });
export const roles = () => href('/admin/roles');
export const learners = () => href('/admin/learners');
export const learner = (userId: string) => withSearch(href('/admin/learners'), { open: userId });
export const groups = () => href('/admin/groups');
export const group = (groupId: string) => withSearch(href('/admin/groups'), { target: groupId });
export const groupProgress = (groupId: string, assignmentId: string) =>
  withSearch(href('/admin/groups'), { target: groupId, about: assignmentId });
/** `filters` are those of the report. */
export const reports = (filters: Record<string, string> = {}) => withSearch(href('/admin/reports'), filters);
export const tokens = () => href('/admin/tokens');
export const certificates = () => href('/admin/certificates');
export const health = () => href('/admin/health');
export const labs = () => href('/admin/labs');
/** `q` is what the entries are searched for. */
export const audit = (q = '') => withSearch(href('/admin/audit'), { q });
export const directories = () => href('/admin/directories');
export const connections = () => href('/admin/connections');
export const webhooks = () => href('/admin/webhooks');
/** `q` narrows the list down. */
export const content = (tenant = '', q = '') => withSearch(href('/admin/content'), { tenant, q });
export const vouchers = () => href('/admin/vouchers');
export const feedback = () => href('/admin/feedback');
export const contact = () => href('/admin/contact');
