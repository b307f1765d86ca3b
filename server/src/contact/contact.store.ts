import { contactMessage } from '../db/message-tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { PersonId, TenantScope } from '../values/scope.ts';

export interface NewContactMessage {
  /** Null for a visitor. */
  personId: PersonId | null;
  firstName: string;
  lastName: string;
  email: string;
  subject: string;
  message: string;
  /** Null: always stored as a new one. */
  idempotencyKey: string | null;
}

export function contactStore(queries: Queries) {
  return {
    /** Stores a message; once for each key. @returns its id; null when it exists already */
    async keep(tenantId: TenantScope, given: NewContactMessage): Promise<string | null> {
      const [made] = await queries
        .insert(contactMessage)
        .values({ tenantId, ...given })
        .onConflictDoNothing()
        .returning({ id: contactMessage.messageId });
      return made?.id ?? null;
    },
  };
}
