import type { ReactNode } from 'react';
import { adminUrls } from '../../admin-urls.ts';
import { useAdminHref } from '../../lib/admin-href.ts';

/** A link to what is known of somebody. */
export function PersonLink({ userId, children }: { userId: string; children: ReactNode }) {
  const hrefOf = useAdminHref();
  return (
    <a href={hrefOf(adminUrls.person(userId))} dir="auto">
      {children}
    </a>
  );
}
