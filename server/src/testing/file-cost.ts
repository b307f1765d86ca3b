import { readFileSync } from 'node:fs';

/** What the tests of one file have cost so far, in seconds. */
export interface FileCost {
  /** Processor time of this process and of the processes that it started and that have ended. */
  processor: number;
  /** Time in which at least one server, database or program was being started. */
  starts: number;
}

/** Ticks of a second in `/proc`: the same on every Linux that Node.js supports. */
const TICKS = 100;

let startsMs = 0;
let startsUnderWay = 0;
let startsBegan = 0;

/** Counts the time of a start of a server, a database or a program; starts at the same time count once. */
export async function starting<T>(start: () => Promise<T>): Promise<T> {
  if (startsUnderWay === 0) startsBegan = performance.now();
  startsUnderWay += 1;
  try {
    return await start();
  } finally {
    startsUnderWay -= 1;
    if (startsUnderWay === 0) startsMs += performance.now() - startsBegan;
  }
}

/** Counted since this process began: the cost of a file is a difference. */
export function costSoFar(): FileCost {
  const { user, system } = process.cpuUsage();
  return { processor: (user + system) / 1e6 + childSeconds(), starts: startsMs / 1000 };
}

/** Processor time of ended children; 0 where there is no `/proc`. */
function childSeconds(): number {
  try {
    // The name of the program, in brackets, may hold spaces.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [user = 0, system = 0] = fields.slice(13, 15).map(Number);
    return (user + system) / TICKS;
  } catch {
    return 0;
  }
}
