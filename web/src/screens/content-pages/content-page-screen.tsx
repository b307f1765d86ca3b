import type { Tenant } from '@academy/contract/tenants';
import type { ScreenContext } from '../../lib/screen.ts';
import LaterScreen from '../later/later-screen.tsx';

/** The title under which the footer leads to an own page of this academy; null for an address that nothing leads to. */
function titleOf(tenant: Tenant, path: string): string | null {
  for (const { entries } of tenant.footer.groups)
    for (const entry of entries) if ('href' in entry && entry.href === path) return entry.title;
  return null;
}

export const status = ({ tenant, path }: ScreenContext) => (titleOf(tenant, path) === null ? 404 : 200);
export const head = ({ tenant, path, title }: ScreenContext) => ({
  title: titleOf(tenant, path) ?? title,
  noIndex: true,
});

/** Generic pages come with a later version: until then those that the footer names say so, and all others do not exist. */
export default LaterScreen;
