import { endianness } from 'node:os';

/**
 * Offsets of the data that the kernel passes to a filter: number of the call, architecture, low halves of the first
 * arguments.
 */
const NUMBER = 0;
const PROCESSOR = 4;
const FIRST_ARGUMENT = 16;
const SECOND_ARGUMENT = 24;

const X86_64 = 0xc000003e;
/** Calls of another ABI (x32) begin here. */
const OTHER_CONVENTION = 0x40000000;

const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const error = (number: number): number => 0x00050000 | number;
const EPERM = error(1);
const ENOSYS = error(38);
const EAFNOSUPPORT = error(97);

const IOCTL = 16;
const SOCKET = 41;
const CLONE = 56;
const CLONE3 = 435;

/** TIOCSTI, which types into a terminal, and the console's own functions. */
const REFUSED_IOCTLS = [0x5412, 0x541c];
/**
 * Unix, IPv4, IPv6, netlink. Not vsock, which reaches past the network namespace, and not the kernel's crypto sockets.
 */
const SOCKET_FAMILIES = [1, 2, 10, 16];
/** All flags that create a namespace. */
const NAMESPACES = 0x7e020000;

/** Calls that no lab needs, by their numbers on x86-64. */
const REFUSED: Readonly<Record<string, readonly number[]>> = {
  'other processes': [101, 310, 311, 312, 438],
  mounts: [155, 161, 165, 166, 428, 429, 430, 431, 432, 433, 442],
  namespaces: [272, 308],
  'programs and events in the kernel': [298, 321, 323, 425, 426, 427],
  keys: [248, 249, 250],
  'files by handle, watching and quota': [179, 300, 303, 304, 212],
  'the kernel log, modules and restarts': [103, 169, 175, 176, 246, 313, 320],
  'clock, names, swap and hardware of the host': [153, 159, 163, 164, 167, 168, 170, 171, 172, 173, 227, 305],
};

type Step =
  | { load: number }
  /** Jumps when the loaded value compares to `value` like this. */
  | { when: 'equal' | 'min' | 'anyBit'; value: number; to: string }
  | { answer: number }
  | { label: string };

const CODES = { equal: 0x15, min: 0x35, anyBit: 0x45 } as const;
const LOAD = 0x20;
const ANSWER = 0x06;

const STEPS: readonly Step[] = [
  { load: PROCESSOR },
  { when: 'equal', value: X86_64, to: 'known' },
  { answer: KILL },
  { label: 'known' },
  { load: NUMBER },
  { when: 'min', value: OTHER_CONVENTION, to: 'refuse' },
  { when: 'equal', value: IOCTL, to: 'ioctl' },
  { when: 'equal', value: SOCKET, to: 'socket' },
  { when: 'equal', value: CLONE, to: 'clone' },
  { when: 'equal', value: CLONE3, to: 'missing' },
  ...Object.values(REFUSED)
    .flat()
    .map((value): Step => ({ when: 'equal', value, to: 'refuse' })),
  { answer: ALLOW },
  { label: 'ioctl' },
  { load: SECOND_ARGUMENT },
  ...REFUSED_IOCTLS.map((value): Step => ({ when: 'equal', value, to: 'refuse' })),
  { answer: ALLOW },
  { label: 'socket' },
  { load: FIRST_ARGUMENT },
  ...SOCKET_FAMILIES.map((value): Step => ({ when: 'equal', value, to: 'allow' })),
  { answer: EAFNOSUPPORT },
  { label: 'clone' },
  { load: FIRST_ARGUMENT },
  { when: 'anyBit', value: NAMESPACES, to: 'refuse' },
  { label: 'allow' },
  { answer: ALLOW },
  { label: 'refuse' },
  { answer: EPERM },
  // Its flags are behind a pointer, which a filter cannot follow: libraries fall back to clone.
  { label: 'missing' },
  { answer: ENOSYS },
];

/**
 * The system calls that processes of a sandbox may make, as a classic BPF program for `bwrap --seccomp`. The numbers
 * are those of x86-64; a process of another architecture is killed.
 */
export function seccompFilter(): Buffer {
  if (endianness() !== 'LE') throw new Error('the filter is made for little-endian processors');
  const labels = new Map<string, number>();
  const program: Exclude<Step, { label: string }>[] = [];
  for (const step of STEPS) {
    if ('label' in step) labels.set(step.label, program.length);
    else program.push(step);
  }
  const bytes = Buffer.alloc(program.length * 8);
  for (const [at, step] of program.entries()) {
    const put = (code: number, jump: number, value: number) => {
      bytes.writeUInt16LE(code, at * 8);
      bytes.writeUInt8(jump, at * 8 + 2);
      bytes.writeUInt32LE(value >>> 0, at * 8 + 4);
    };
    if ('load' in step) put(LOAD, 0, step.load);
    else if ('answer' in step) put(ANSWER, 0, step.answer);
    else {
      const target = labels.get(step.to);
      if (target === undefined) throw new Error(`there is no label ${step.to}`);
      put(CODES[step.when], target - at - 1, step.value);
    }
  }
  return bytes;
}
