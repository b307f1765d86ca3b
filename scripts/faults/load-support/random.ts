/** Random numbers that the same seed gives again. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `max`. */
  below(max: number): number;
  /** True once in so many times. */
  oneIn(times: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** The generator `mulberry32`: small, fast, and good enough to choose inputs. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (max: number) => Math.floor(next() * max);
  return {
    next,
    below,
    oneIn: (times) => below(times) === 0,
    pick: (from) => {
      if (from.length === 0) throw new Error('there is nothing to pick from');
      return from[below(from.length)] as (typeof from)[number];
    },
  };
}

/** The seed of a run: the one of `FAULT_SEED`, to repeat a run, or a new one. */
export function seedOfRun(): number {
  const given = Number(process.env.FAULT_SEED);
  return Number.isInteger(given) && given > 0 ? given : 1 + Math.floor(Math.random() * 0x7fff_fffe);
}
