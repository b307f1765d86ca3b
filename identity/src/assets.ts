import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A file that pages of the provider load, the same for everybody. */
export interface Asset {
  type: string;
  body: Buffer;
}

/** Submits the sign-out page's form. Without scripts the visitor presses the button. */
const SIGN_OUT = `document.querySelector('button[name="logout"]').click();\n`;

/** Reloads the page that waits for a mail when the person returns to it. Without scripts there is a link for it. */
const WAITING = `addEventListener('visibilitychange', () => {
  const code = document.querySelector('input[name="code"]');
  if (document.visibilityState === 'visible' && (code === null || code.value === '')) location.replace(location.pathname);
});
`;

/** The fixed files by name. */
export async function loadAssets(): Promise<ReadonlyMap<string, Asset>> {
  const font = import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2');
  const passkey = await readFile(new URL('passkeys/passkey.browser.js', import.meta.url));
  return new Map<string, Asset>([
    ['heading.woff2', { type: 'font/woff2', body: await readFile(fileURLToPath(font)) }],
    ['passkey.js', { type: 'text/javascript; charset=utf-8', body: passkey }],
    ['sign-out.js', { type: 'text/javascript; charset=utf-8', body: Buffer.from(SIGN_OUT) }],
    ['waiting.js', { type: 'text/javascript; charset=utf-8', body: Buffer.from(WAITING) }],
  ]);
}
