import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';

export const head = () => ({ title: 'Audit', noIndex: true });

const AuditLog = lazyPart(async () => (await import('../../features/audit-log/audit-log.tsx')).AuditLog, {
  withScreen: false,
});

/** Who did what, when and from where. */
export default function AuditScreen() {
  return (
    <AcademyScreen title="Audit" content={<AuditLog />}>
      Who changed rights, memberships, tokens, certificates, alerts, addresses and content of this academy, when and
      from where, with what was before and after. Nobody can change or delete what stands here.
    </AcademyScreen>
  );
}
