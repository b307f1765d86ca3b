import type { LabAction } from '@academy/contract/labs';
import { autostarts, following, sectionChange } from './page-flow.ts';

const isSection = ({ name }: LabAction): boolean => name.startsWith('section:');

/**
 * Runs the actions of a page as a learner does who presses every button once, from top to bottom, and opens every section
 * on the way: first those that start with the page, each followed by what follows it by itself. Hidden actions have no
 * button.
 *
 * @param run runs the action at a position; sections are not run. @returns whether it is done
 * @returns positions of the actions that no learner can reach
 */
export async function pressAll(
  actions: readonly LabAction[],
  run: (at: number) => Promise<boolean>,
): Promise<number[]> {
  const pressed = new Set<number>();
  const open = new Set(
    actions.flatMap((action, at) => (action.settings.open === true && isSection(action) ? [at] : [])),
  );
  const press = async (at: number): Promise<void> => {
    const action = actions[at];
    if (action === undefined) return;
    pressed.add(at);
    const change = sectionChange(actions, at);
    if (change?.open === true) open.add(change.section);
    if (change?.open === false) open.delete(change.section);
    const next = isSection(action) || (await run(at)) ? following(actions, at) : null;
    if (next !== null) await press(next);
  };
  const start = async (): Promise<void> => {
    for (const at of autostarts(actions, (section) => open.has(section))) if (!pressed.has(at)) await press(at);
  };
  await start();
  for (const [at, action] of actions.entries()) {
    if (action.name === 'section:begin') open.add(at);
    else if (!isSection(action) && action.settings.hidden !== true && !pressed.has(at)) await press(at);
    await start();
  }
  return actions.flatMap((action, at) => (pressed.has(at) || isSection(action) ? [] : [at]));
}
