import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const FOLDER = dirname(require.resolve('v86/package.json'));

/** The emulator's WebAssembly program. */
export const emulatorProgram = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(FOLDER, 'build/v86.wasm')));

/** States of machines are for the version that has saved them. */
export const emulatorVersion = (): string =>
  (JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as { version: string }).version;
