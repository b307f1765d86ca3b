import type { ReactNode } from 'react';
import { useConfig, useTenant } from '../../lib/runtime.tsx';

/** A link to a page of an academy, which may be another one than the page's own. */
export function InAcademy({ tenantId, href, children }: { tenantId: string; href: string; children: ReactNode }) {
  const origin = useConfig().tenantOrigins[tenantId];
  const isHere = useTenant().tenantId === tenantId;
  return (
    <a href={isHere || origin === undefined ? href : origin + href} dir="auto">
      {children}
    </a>
  );
}
