import type { ManagedEmail } from '@academy/contract/managed-emails';
import { useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { useEmailChanges } from '../../api/managed-emails.ts';
import { addToast } from '../../lib/toasts.ts';
import { managedEmailTexts } from './managed-email-texts.ts';

/** The address that is being verified: the modal opens once a code was sent. */
export function useVerification() {
  const { sendCode } = useEmailChanges();
  const [email, setEmail] = useState<ManagedEmail | null>(null);

  /** @returns whether it was sent; if not, a toast says why */
  async function send({ type, email: address }: ManagedEmail): Promise<boolean> {
    try {
      await sendCode(type, address);
      addToast({ type: 'success', message: managedEmailTexts.sent });
      return true;
    } catch (error) {
      addToast({ message: reasonOf(error) });
      return false;
    }
  }

  return {
    email,
    async begin(wanted: ManagedEmail): Promise<void> {
      if (await send(wanted)) setEmail(wanted);
    },
    async sendAgain(): Promise<void> {
      if (email !== null) await send(email);
    },
    end: () => setEmail(null),
  };
}
