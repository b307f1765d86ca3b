import {
  addEmail,
  checkVerificationCode,
  deleteEmail,
  exportEmails,
  listEmails,
  sendVerificationCode,
  updateEmail,
} from '@academy/contract/call-routes/managed-emails';
import { type EmailType, isAcademyType, type ManagedEmail } from '@academy/contract/managed-emails';
import { useQueryClient } from '@tanstack/react-query';
import { useTenant } from '../lib/runtime.tsx';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { useRead } from './use-read.ts';

export { exportEmails };

/** Own addresses; for administrators also those of the chosen academy. */
export function useEmails(): readonly ManagedEmail[] {
  const tenantId = useChosenAcademy();
  return useRead(listEmails, { query: { tenantId } }, { tenantId }).result;
}

/** Changes and verifies addresses and refetches the list. Errors are thrown as `CallError`; the caller shows them. */
export function useEmailChanges() {
  const client = useQueryClient();
  const own = useTenant().tenantId;
  const chosen = useChosenAcademy();
  // People's own addresses belong to the whole installation; mail about them is sent by the academy of the page.
  const academyFor = (type: EmailType) => (isAcademyType(type) ? chosen : own);
  const quietly = (type: EmailType) => ({ ...QUIET, tenantId: academyFor(type) });
  const following = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      await client.invalidateQueries({ queryKey: [listEmails.name] });
    }
  };
  return {
    add: (emailType: EmailType, emailId: string): Promise<ManagedEmail> =>
      following(call(addEmail, { query: { emailType, emailId } }, quietly(emailType))),
    update: (type: EmailType, currentEmail: string, newEmail: string): Promise<ManagedEmail> =>
      following(call(updateEmail, { query: { newEmail, currentEmail, type } }, quietly(type))),
    async remove(type: EmailType, email: string): Promise<void> {
      await following(call(deleteEmail, { query: { email, type } }, quietly(type)));
    },
    async sendCode(emailType: EmailType, verifiableEmail: string): Promise<void> {
      const query = { emailType, verifiableEmail, tenant: academyFor(emailType) };
      await call(sendVerificationCode, { query }, quietly(emailType));
    },
    /** @returns false for a code that is wrong, too old or used */
    async checkCode(emailType: EmailType, verifiableEmail: string, verificationCode: string): Promise<boolean> {
      const query = { emailType, verifiableEmail, verificationCode };
      return (await following(call(checkVerificationCode, { query }, quietly(emailType)))).isEmailVerified;
    },
  };
}
