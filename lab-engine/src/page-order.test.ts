import { describe, expect, it } from 'vitest';
import { autostarted, cascadedAfter, pressAll } from './page-order.ts';

const action = (name: string, settings: Record<string, unknown> = {}) => ({ name, settings });

/** The order in which a page's actions run; those of `failing` are not done. */
async function orderOf(actions: ReturnType<typeof action>[], failing: number[] = []) {
  const order: number[] = [];
  const unreached = await pressAll(actions, async (at) => {
    order.push(at);
    return !failing.includes(at);
  });
  return { order, unreached };
}

describe('the actions of a page', () => {
  it('run from top to bottom, without sections', async () => {
    const actions = [action('a:b'), action('section:begin'), action('c:d'), action('section:end')];
    expect(await orderOf(actions)).toEqual({ order: [0, 2], unreached: [] });
  });

  it('with autostart run first, and once', async () => {
    const actions = [action('a:b'), action('c:d', { autostart: true })];
    expect(autostarted(actions)).toEqual([1]);
    expect((await orderOf(actions)).order).toEqual([1, 0]);
  });

  it('cascade to the next action, past sections, when they are done', async () => {
    const actions = [
      action('a:b', { cascade: true }),
      action('section:begin'),
      action('c:d', { hidden: true }),
      action('section:end'),
    ];
    expect(cascadedAfter(actions, 0)).toBe(2);
    expect(cascadedAfter(actions, 2)).toBeNull();
    expect(await orderOf(actions)).toEqual({ order: [0, 2], unreached: [] });
    expect(await orderOf(actions, [0])).toEqual({ order: [0], unreached: [2] });
  });

  it('that are hidden and follow nothing are out of reach', async () => {
    expect(await orderOf([action('a:b'), action('c:d', { hidden: true })])).toEqual({ order: [0], unreached: [1] });
  });
});
