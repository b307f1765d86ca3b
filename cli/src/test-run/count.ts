import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** How a step went. */
export interface Count {
  passed: number;
  failed: number;
  /** The failed tests with their messages, readable without the whole output. */
  failures?: readonly string[];
}

export const ONE_PASSED: Count = { passed: 1, failed: 0 };
export const ONE_FAILED: Count = { passed: 0, failed: 1 };

export function sum(counts: readonly Count[]): Count {
  return counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }));
}

export function countLine({ passed, failed }: Count): string {
  return `${passed} passed, ${failed} failed`;
}

export function readReport<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null;
}

export function linesOf(text = ''): string[] {
  return stripVTControlCharacters(text).trim().split('\n');
}
