import type { LoadProgram } from './emulator.ts';
import type { LinuxImage } from './image.ts';
import type { LabMachine } from './linux-lab.ts';
import { openMachine } from './machine.ts';
import { type ReadStored, storedPath } from './stored-files.ts';

interface LabMachineOptions {
  image: LinuxImage;
  /** Reads files of the store of images. */
  read: ReadStored;
  loadProgram: LoadProgram;
}

/** The home folder is looked at this often for what programs have changed, ms. */
const LOOK_MS = 1_000;
/** Output is passed on in pieces of this time, so that a flood of it leaves the page time to draw, ms. */
const FRAME_MS = 16;

/** Opens a machine for a lab. Rejects when the image cannot be read. */
export async function openLabMachine({ image, read, loadProgram }: LabMachineOptions): Promise<LabMachine> {
  const outputs = new Map<number, (bytes: Uint8Array) => void>();
  const machine = await openMachine({
    image,
    read,
    loadProgram,
    onOutput: (terminal, bytes) => outputs.get(terminal)?.(bytes),
  });
  let looking: ReturnType<typeof setInterval> | undefined;
  return {
    async openTerminal(name, place, onOutput) {
      outputs.set(Number(name), inFrames(onOutput));
      await machine.openTerminal(Number(name), place);
    },
    resize: (name, columns, rows) => machine.resize(Number(name), columns, rows),
    input: (name, text) => machine.type(Number(name), text),
    async run(words, { input, seconds }) {
      const { status, stdout, stderr, tookTooLong } = await machine.runProgram(words, { input, seconds });
      return { status, stdout, stderr, isLate: tookTooLong };
    },
    entries: (isFlushed) => machine.home(isFlushed),
    // `entries` has had the machine write what it held.
    read: (path) => machine.readFile(path, false),
    write: (entries) => machine.writeFiles(entries),
    remove: (paths) => machine.removeFiles(paths),
    request: (port, request) => machine.request(port, request),
    async ping() {
      await machine.ping();
    },
    onChange(changed) {
      let before = '';
      looking = setInterval(async () => {
        const now = JSON.stringify(await machine.home(false).catch(() => []));
        if (before !== '' && now !== before) changed();
        before = now;
      }, LOOK_MS);
    },
    async end() {
      clearInterval(looking);
      await machine.end();
    },
  };
}

/** Passes output on at once, and what follows within a moment together. */
function inFrames(onOutput: (text: string) => void): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  let waiting = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pass = () => {
    timer = undefined;
    if (waiting === '') return;
    onOutput(waiting);
    waiting = '';
    timer = setTimeout(pass, FRAME_MS);
  };
  return (bytes) => {
    waiting += decoder.decode(bytes, { stream: true });
    if (timer === undefined) pass();
  };
}

/** Path of the first and largest file that is read. */
export const statePath = ({ state }: LinuxImage): string => storedPath(state.hash);
