import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A file that pages of the provider load, the same for everybody. */
export interface Asset {
  type: string;
  body: Buffer;
}

/** Presses the button of the sign-out page. Without scripts the visitor presses it. */
const SIGN_OUT = `document.querySelector('button[name="logout"]').click();\n`;

/** The fixed files by name. */
export async function loadAssets(): Promise<ReadonlyMap<string, Asset>> {
  const font = import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2');
  return new Map<string, Asset>([
    ['heading.woff2', { type: 'font/woff2', body: await readFile(fileURLToPath(font)) }],
    ['sign-out.js', { type: 'text/javascript; charset=utf-8', body: Buffer.from(SIGN_OUT) }],
  ]);
}
