import {
  addEmail,
  checkVerificationCode,
  deleteEmail,
  type EmailType,
  listEmails,
  type ManagedEmail,
  sendVerificationCode,
  updateEmail,
} from '@academy/contract/managed-emails';
import { useQueryClient } from '@tanstack/react-query';
import { pageRuntime } from '../lib/runtime.tsx';
import { call } from './call.ts';
import { useRead } from './use-read.ts';

/** Own addresses; for administrators also those of the academy. */
export const useEmails = (): readonly ManagedEmail[] => useRead(listEmails, {}).result;

/** What the server says when it went well. */
export const EMAIL_MESSAGES = {
  added: addEmail.message ?? '',
  updated: updateEmail.message ?? '',
  deleted: deleteEmail.message ?? '',
  sent: sendVerificationCode.message ?? '',
};

/** Changes and verifies addresses; the list follows. What goes wrong is thrown as `CallError` and shown by whoever asked. */
export function useEmailChanges() {
  const client = useQueryClient();
  const quietly = { quiet: true, skipNotFound: true };
  const following = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } finally {
      await client.invalidateQueries({ queryKey: [listEmails.name] });
    }
  };
  return {
    add: (emailType: EmailType, emailId: string): Promise<ManagedEmail> =>
      following(call(addEmail, { query: { emailType, emailId } }, quietly)),
    update: (type: EmailType, currentEmail: string, newEmail: string): Promise<ManagedEmail> =>
      following(call(updateEmail, { query: { newEmail, currentEmail, type } }, quietly)),
    async remove(type: EmailType, email: string): Promise<void> {
      await following(call(deleteEmail, { query: { email, type } }, quietly));
    },
    async sendCode(emailType: EmailType, verifiableEmail: string): Promise<void> {
      const query = { emailType, verifiableEmail, tenant: pageRuntime().tenant.tenantId };
      await call(sendVerificationCode, { query }, quietly);
    },
    /** @returns false for a code that is wrong, too old or used */
    async checkCode(emailType: EmailType, verifiableEmail: string, verificationCode: string): Promise<boolean> {
      const query = { emailType, verifiableEmail, verificationCode };
      return (await following(call(checkVerificationCode, { query }, quietly))).isEmailVerified;
    },
  };
}
