/** Sender of a mail, and the address for replies where the mail itself sets none. */
export interface From {
  address: string;
  /** Null: replies go to the sender. */
  replyTo: string | null;
}

/**
 * An academy's own sender address is used in `From` when it has the same domain as the address of the settings, because
 * the mail server may send for that domain. Receivers distrust mail that claims another domain, so a sender of another
 * one only gets the replies.
 *
 * @param mailFrom of the settings
 * @param sender the academy's verified one; null: none
 */
export function fromOf(mailFrom: string, sender: string | null): From {
  if (sender === null || sender === mailFrom) return { address: mailFrom, replyTo: null };
  return domainOf(sender) === domainOf(mailFrom)
    ? { address: sender, replyTo: null }
    : { address: mailFrom, replyTo: sender };
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);
