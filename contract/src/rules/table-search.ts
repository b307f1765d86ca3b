import type { Alert } from '../alerts-admin.ts';
import type { ManagedEmail } from '../managed-emails.ts';
import type { AccessToken } from '../personal-access-tokens.ts';

/** Whether one of the texts contains the search text, in any letter case; an empty search matches everything. */
function holds(texts: readonly (string | null)[], search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return texts.some((text) => (text ?? '').toLowerCase().includes(wanted));
}

/** Whether a search matches a token: in its id, name or abilities. */
export const matchesToken = ({ tokenId, name, abilities }: AccessToken, search: string): boolean =>
  holds([tokenId, name, ...abilities], search);

/** Whether a search matches an alert: in any of its nine fields. */
export const matchesAlert = (
  { id, tenantId, firstName, message, actionText, actionUrl, level, createdAt, updatedAt }: Alert,
  search: string,
): boolean => holds([id, tenantId, firstName, message, actionText, actionUrl, level, createdAt, updatedAt], search);

/** Whether a search matches an address: in itself or in its type. */
export const matchesEmail = ({ email, type }: Pick<ManagedEmail, 'email' | 'type'>, search: string): boolean =>
  holds([email, type], search);
