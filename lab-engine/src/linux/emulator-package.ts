import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { LoadProgram } from './emulator.ts';
import type { ReadStored } from './stored-files.ts';

/** Named by the types of pages alone. */
interface Assembly {
  instantiate(program: Uint8Array, imports: object): Promise<{ instance: { exports: object } }>;
}
const { WebAssembly: assembly } = globalThis as unknown as { WebAssembly: Assembly };

const require = createRequire(import.meta.url);
const FOLDER = dirname(require.resolve('v86/package.json'));

/** Loads the emulator's program from its package, in Node.js. */
export const loadPackagedProgram: LoadProgram = async (imports) =>
  (await assembly.instantiate(readFileSync(join(FOLDER, 'build/v86.wasm')), imports)).instance.exports;

/** States of machines are for the version that has saved them. */
export const emulatorVersion = (): string =>
  (JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as { version: string }).version;

/** Reads files of a folder of images, for machines that run in Node.js. */
export const readFrom =
  (store: string): ReadStored =>
  async (path) =>
    new Uint8Array(readFileSync(join(store, path)));
