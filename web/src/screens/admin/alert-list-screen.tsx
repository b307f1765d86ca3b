import { Suspense } from 'react';
import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useTenant } from '../../lib/runtime.tsx';
import type { ScreenProps } from '../../lib/screen.ts';

export const head = () => ({ title: 'Alerts', noIndex: true });

const AlertList = lazyPart(async () => (await import('./alert-list.tsx')).AlertList, { withScreen: false });

/** The alerts of an academy: those that are shown, planned ones, and those that are over. */
export default function AlertListScreen({ search }: ScreenProps) {
  const { tenantId } = useTenant();
  const shown = search.get('tenant') ?? tenantId;
  return (
    <div className="page">
      <AdminHead title="Alerts">
        What stands above the content of every page of an academy: now, later, and in the past.
      </AdminHead>
      <Suspense>
        <AlertList key={shown} tenantId={shown} />
      </Suspense>
    </div>
  );
}
