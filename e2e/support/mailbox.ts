import { expect, type Page } from '@playwright/test';

/** A mail as the local mailbox of an academy shows it. */
export interface Mail {
  kind: string;
  plain: string;
}

/** The newest mail of a kind to an address; waits for it. @param page any page of the academy or its sign-in */
export async function newestMail(page: Page, to: string, kind: string): Promise<Mail> {
  // Node does not resolve `*.localhost`; the loopback address is the same server.
  const { port } = new URL(page.url());
  let found: Mail | undefined;
  await expect
    .poll(
      async () => {
        const reply = await page.request.get(`http://127.0.0.1:${port}/mailbox.json?to=${encodeURIComponent(to)}`);
        found = ((await reply.json()) as Mail[]).find((mail) => mail.kind === kind);
        return found?.kind;
      },
      { intervals: [50, 100] },
    )
    .toBe(kind);
  if (found === undefined) throw new Error(`no mail ${kind} to ${to}`);
  return found;
}

/** The six digits of a mail. */
export function codeIn({ plain }: Mail): string {
  const code = /(?<!\d)\d{6}(?!\d)/.exec(plain)?.[0];
  if (code === undefined) throw new Error(`no code in: ${plain}`);
  return code;
}

/** The address of the button of a mail. */
export function linkIn({ plain }: Mail): string {
  const link = /https?:\/\/\S+\?token=[\w-]+/.exec(plain)?.[0];
  if (link === undefined) throw new Error(`no link in: ${plain}`);
  return link;
}
