import type { WorkshopAction } from '../built-item.ts';
import type { FindingList } from '../finding-list.ts';
import { shortened } from '../text-source.ts';
import { ALL_TERMINALS, terminalOf } from './action-kind.ts';

/** Terminals of a lab, in the order in which names get them: authors number from the other end. */
const NUMBERS = ['3', '2', '1'];
const ONE_TERMINAL = /^(?:terminal:(?:execute|input|interrupt|clear|select)|editor:[a-z]+(?:-to)?-terminal)$/;
const TAB = /^dashboard:(?:create|reload)-dashboard$/;

/** An action and where it stands. */
interface Placed {
  action: WorkshopAction;
  file: string;
}

/**
 * Gives each name that a lab uses for a terminal one of its terminals, as the setting `terminal` of the actions: names of the
 * editor's terminals, of sessions, and of tabs with the address `terminal:name`. Numbers stay what they are.
 */
export function numberTerminals(placed: readonly Placed[], findings: FindingList): void {
  const named = placed.flatMap(({ action, file }) => {
    const name = action.known ? nameOf(action) : null;
    return name === null ? [] : [{ action, file, name }];
  });
  const free = NUMBERS.filter((number) => !named.some(({ name }) => name === number));
  const numbers = new Map<string, string>();
  for (const { action, file, name } of named) {
    if (NUMBERS.includes(name) || name === ALL_TERMINALS) continue;
    const number = numbers.get(name) ?? free.shift();
    if (number === undefined) {
      const message = `a lab has three terminals, and this is one more: "${shortened(name, 40)}" shares terminal 3. Use fewer names`;
      findings.warning('lab-terminals-many', file, action.line, message);
    }
    numbers.set(name, number ?? '3');
    action.settings.terminal = number ?? '3';
  }
}

/** The terminal of an action as its author names it; null for actions of none or of all. */
function nameOf({ name, settings }: WorkshopAction): string | null {
  if (ONE_TERMINAL.test(name)) return terminalOf(name, settings);
  const [, tab] = TAB.test(name) ? (/^terminal:(.+)$/.exec(String(settings.url ?? '')) ?? []) : [];
  return tab ?? null;
}
