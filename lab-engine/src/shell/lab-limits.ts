import type { ShellStep } from '../shell-steps.ts';
import { type Obstacle, obstaclesIn } from './honest-bash.ts';

/** What the shell refuses of the steps of a lab, of each by itself, as far as reading them tells. */
export function limitsOf(steps: readonly ShellStep[]): Obstacle[][] {
  // What a terminal defines is there for its next commands; a check has a shell of its own.
  const defined = new Set<string>();
  return steps.map(({ text, isScript }) => obstaclesIn(text, isScript, isScript ? new Set() : defined));
}
