import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { AuditLog } from './audit-log.tsx';
import { auditTexts } from './audit-texts.ts';

export const head = () => ({ title: auditTexts.audit, noIndex: true });

/** Who did what, when and from where. */
export default function AuditScreen() {
  return (
    <AcademyScreen title={auditTexts.audit} content={<AuditLog />}>
      {auditTexts.intro}
    </AcademyScreen>
  );
}
