/** One measured value of a fault, such as `{ name: 'lost', value: 0, unit: 'writes', target: '= 0' }`. */
export interface FaultFigure {
  name: string;
  value: number;
  unit: string;
  /** What the figure must reach, in words of a table: `= 0`, `<= 5 s`; left out where it only informs. */
  target?: string;
  /** Whether the target was reached; left out where there is none. */
  reached?: boolean;
}

/** How a fault went. */
export type FaultOutcome =
  | { figures: FaultFigure[] }
  /** A program is missing or the platform cannot run it; one sentence. */
  | { skipped: string };

export interface FaultRun {
  /** The long form repeats until figures are trustworthy; the short form shows within about a minute that it works. */
  long: boolean;
  /** Receives one line for each step that takes time. */
  log(line: string): void;
  /** Removed with everything in it after the run. */
  folder: string;
}

/** Something that goes wrong around a running academy, and what must hold meanwhile. */
export interface Fault {
  /** For the command line, kebab-case: `kill-under-writes`. */
  name: string;
  /** A sentence: what happens, and what must hold. */
  title: string;
  run(given: FaultRun): Promise<FaultOutcome>;
}
