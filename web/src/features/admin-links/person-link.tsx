import type { ReactNode } from 'react';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';

/** A link to the screen of a person. */
export function PersonLink({ userId, children }: { userId: string; children: ReactNode }) {
  const hrefOf = useAdminHref();
  return (
    <a href={hrefOf(adminUrls.person(userId))} dir="auto">
      {children}
    </a>
  );
}
