import { describe, expect, it } from 'vitest';
import { pressAll } from './press-all.ts';

const action = (name: string, settings: Record<string, unknown> = {}) => ({ name, known: true, settings });

/** The order in which a page's actions run; those of `failing` are not done. */
async function orderOf(actions: ReturnType<typeof action>[], failing: number[] = []) {
  const order: number[] = [];
  const unreached = await pressAll(actions, async (at) => {
    order.push(at);
    return !failing.includes(at);
  });
  return { order, unreached };
}

describe('a learner who presses every button of a page', () => {
  it('goes from top to bottom, into sections, too', async () => {
    const actions = [action('a:b'), action('section:begin'), action('c:d'), action('section:end')];
    expect(await orderOf(actions)).toEqual({ order: [0, 2], unreached: [] });
  });

  it('finds actions done that started with the page', async () => {
    expect((await orderOf([action('a:b'), action('c:d', { autostart: true })])).order).toEqual([1, 0]);
  });

  it('starts the actions of a section by opening it', async () => {
    const inside = [action('section:begin'), action('c:d'), action('e:f', { autostart: true }), action('section:end')];
    expect((await orderOf([action('a:b'), ...inside])).order).toEqual([0, 3, 2]);
  });

  it('reaches hidden actions only after those that they follow', async () => {
    const actions = [action('a:b', { cascade: true }), action('c:d', { hidden: true }), action('e:f')];
    expect(await orderOf(actions)).toEqual({ order: [0, 1, 2], unreached: [] });
    expect(await orderOf(actions, [0])).toEqual({ order: [0, 2], unreached: [1] });
  });

  it('never reaches hidden actions that follow nothing', async () => {
    expect(await orderOf([action('a:b'), action('c:d', { hidden: true })])).toEqual({ order: [0], unreached: [1] });
  });
});
