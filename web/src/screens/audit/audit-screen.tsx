import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { AuditLog } from './audit-log.tsx';

export const head = () => ({ title: 'Audit', noIndex: true });

/** Who did what, when and from where. */
export default function AuditScreen() {
  return (
    <AcademyScreen title="Audit" content={<AuditLog />}>
      Who changed rights, memberships, tokens, certificates, alerts, addresses and content of this academy, when and
      from where, with what was before and after. Nobody can change or delete what stands here.
    </AcademyScreen>
  );
}
