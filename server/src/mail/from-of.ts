/** Where a mail comes from, and where an answer goes when the mail itself names nobody. */
export interface From {
  address: string;
  /** Null: an answer goes to where the mail comes from. */
  replyTo: string | null;
}

/**
 * An academy's own sender stands in mail as where it comes from when it is of the same domain as the address of the
 * settings: for that domain the mail server may send. Receivers distrust mail that claims another domain, so a sender of
 * one only gets the answers.
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
