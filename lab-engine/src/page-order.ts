import type { LabAction } from '@academy/contract/labs';

type Ordered = Pick<LabAction, 'name' | 'settings'>;

const isSection = ({ name }: Ordered): boolean => name.startsWith('section:');

/** Positions of the actions that run by themselves on the first visit of their page, in their order. */
export const autostarted = (actions: readonly Ordered[]): number[] =>
  actions.flatMap(({ settings }, at) => (settings.autostart === true ? [at] : []));

/** Position of the action that follows by itself when this one is done; null: none. */
export function cascadedAfter(actions: readonly Ordered[], at: number): number | null {
  if (actions[at]?.settings.cascade !== true) return null;
  const next = actions.findIndex((action, other) => other > at && !isSection(action));
  return next === -1 ? null : next;
}

/**
 * Runs the actions of a page as a learner does who presses every button once, from top to bottom: first those with
 * autostart, each followed by those that it cascades to. Hidden actions have no button.
 *
 * @param run runs the action at a position. @returns whether it is done
 * @returns positions of the actions that no learner can reach
 */
export async function pressAll(actions: readonly Ordered[], run: (at: number) => Promise<boolean>): Promise<number[]> {
  const pressed = new Set<number>();
  const press = async (at: number): Promise<void> => {
    pressed.add(at);
    const next = (await run(at)) ? cascadedAfter(actions, at) : null;
    if (next !== null) await press(next);
  };
  for (const at of autostarted(actions)) if (!pressed.has(at)) await press(at);
  for (const [at, action] of actions.entries())
    if (!isSection(action) && action.settings.hidden !== true && !pressed.has(at)) await press(at);
  return actions.flatMap((action, at) => (pressed.has(at) || isSection(action) ? [] : [at]));
}
