import type { Random } from './random.ts';
import { circle, HEIGHT, type Layer, layers, move, numbers, type Point, WIDTH } from './shapes.ts';

/** A stem from root to tip, bent through one control point. */
interface Stem {
  root: Point;
  bend: Point;
  tip: Point;
}

/** What one plant adds to the layers: stems, whole leaves, the shaded half of each leaf, berries, veins. */
interface Plant {
  stems: string;
  leaves: string;
  halves: string;
  berries: string;
  veins: string;
}

const plant = (): Plant => ({ stems: '', leaves: '', halves: '', berries: '', veins: '' });

function along({ root, bend, tip }: Stem, t: number): Point & { angle: number } {
  const s = 1 - t;
  const x = s * s * root.x + 2 * s * t * bend.x + t * t * tip.x;
  const y = s * s * root.y + 2 * s * t * bend.y + t * t * tip.y;
  const dx = 2 * s * (bend.x - root.x) + 2 * t * (tip.x - bend.x);
  const dy = 2 * s * (bend.y - root.y) + 2 * t * (tip.y - bend.y);
  return { x, y, angle: Math.atan2(dy, dx) };
}

/** An almond with its root at the point; `width` is how far the sides bulge, as a share of the length. */
function leaf(into: Plant, at: Point, angle: number, length: number, width: number): void {
  const turn = (along_: number, side: number) => ({
    x: length * (Math.cos(angle) * along_ - Math.sin(angle) * side),
    y: length * (Math.sin(angle) * along_ + Math.cos(angle) * side),
  });
  const tip = turn(1, 0);
  const left = turn(0.4, width);
  const right = turn(0.4, -width);
  into.leaves += `${move(at.x, at.y)}q${numbers(left.x, left.y, tip.x, tip.y)}q${numbers(
    right.x - tip.x,
    right.y - tip.y,
    -tip.x,
    -tip.y,
  )}`;
  into.halves += `${move(at.x, at.y)}q${numbers(left.x, left.y, tip.x, tip.y)}`;
}

function stem(into: Plant, { root, bend, tip }: Stem): void {
  into.stems += `${move(root.x, root.y)}q${numbers(bend.x - root.x, bend.y - root.y, tip.x - root.x, tip.y - root.y)}`;
}

interface Foliage {
  /** Leaves on each side. */
  pairs: number;
  /** Length of the longest leaf. */
  length: number;
  width: number;
  /** Angle between stem and leaf at the root and at the tip, radians. */
  open: [number, number];
  /** Bare part of the stem at its root, 0-1. */
  bare: number;
  /** Opposite leaves sit in pairs, others alternate. */
  opposite?: boolean;
}

function sprig(into: Plant, line: Stem, { pairs, length, width, open, bare, opposite }: Foliage): void {
  stem(into, line);
  const count = pairs * 2;
  for (let i = 0; i < count; i++) {
    const step = opposite ? Math.floor(i / 2) / Math.max(1, pairs - 1) : i / (count - 1);
    const t = bare + (0.97 - bare) * step;
    const at = along(line, t);
    const side = i % 2 === 0 ? 1 : -1;
    const size = length * (0.5 + 0.62 * Math.sin(Math.PI * (0.18 + 0.74 * step)));
    leaf(into, at, at.angle + side * (open[0] + (open[1] - open[0]) * step), size * 0.9, width);
  }
  const end = along(line, 1);
  leaf(into, end, end.angle, length * 0.62, width);
}

function arching(random: Random): Plant {
  const into = plant();
  const flip = random.chance(0.5);
  const x = (value: number) => (flip ? WIDTH - value : value);
  sprig(
    into,
    {
      root: { x: x(random.between(10, 90)), y: HEIGHT + 30 },
      bend: { x: x(random.between(90, 200)), y: random.between(40, 120) },
      tip: { x: x(random.between(470, 540)), y: random.between(90, 170) },
    },
    {
      pairs: random.whole(6, 8),
      length: random.between(128, 156),
      width: random.between(0.22, 0.36),
      open: [1.05, 0.5],
      bare: 0.2,
    },
  );
  return into;
}

function fern(random: Random): Plant {
  const into = plant();
  const lean = random.between(-150, 150);
  sprig(
    into,
    {
      root: { x: 320 - lean * 0.7, y: HEIGHT + 40 },
      bend: { x: 320 - lean * 0.5, y: 150 },
      tip: { x: 320 + lean, y: random.between(20, 60) },
    },
    { pairs: 9, length: random.between(180, 210), width: 0.165, open: [1.35, 0.55], bare: 0.12, opposite: true },
  );
  return into;
}

function hanging(random: Random): Plant {
  const into = plant();
  const count = 4;
  for (let i = 0; i < count; i++) {
    const x = (WIDTH / count) * (i + 0.5) + random.between(-34, 34);
    const drift = random.between(-60, 60);
    sprig(
      into,
      { root: { x, y: -20 }, bend: { x: x + drift, y: 90 }, tip: { x: x + drift * 0.6, y: random.between(150, 330) } },
      { pairs: 4, length: random.between(84, 108), width: 0.2, open: [0.75, 0.35], bare: 0.1 },
    );
  }
  return into;
}

function meadow(random: Random): Plant {
  const into = plant();
  const count = 5;
  for (let i = 0; i < count; i++) {
    const x = (WIDTH / count) * (i + 0.5) + random.between(-30, 30);
    const tip = { x: x + random.between(-46, 46), y: random.between(90, 260) };
    const line = { root: { x, y: HEIGHT + 10 }, bend: { x, y: (HEIGHT + tip.y) / 2 - 30 }, tip };
    if (random.chance(0.55)) {
      sprig(into, line, { pairs: 3, length: random.between(70, 92), width: 0.24, open: [0.85, 0.5], bare: 0.15 });
    } else {
      stem(into, line);
      const low = along(line, 0.45);
      leaf(into, low, low.angle + 0.7, 80, 0.2);
      leaf(into, along(line, 0.6), low.angle - 0.7, 64, 0.2);
      into.berries += circle(tip.x, tip.y, random.whole(13, 20));
    }
  }
  return into;
}

function wreath(random: Random): Plant {
  const into = plant();
  const radius = random.between(128, 140);
  const centre = { x: 320, y: 200 };
  const start = random.between(0, Math.PI * 2);
  const count = 18;
  into.stems = circle(centre.x, centre.y, radius);
  for (let i = 0; i < count; i++) {
    const a = start + (i / count) * Math.PI * 2;
    const at = { x: centre.x + radius * Math.cos(a), y: centre.y + radius * Math.sin(a) };
    const side = i % 2 === 0 ? 0.62 : -0.72;
    leaf(into, at, a + Math.PI / 2 - side, random.between(92, 116), 0.27);
  }
  return into;
}

/** A young tree: forks twice, a fan of leaves at every end. */
function crown(random: Random): Plant {
  const into = plant();
  const grow = (from: Point, angle: number, length: number, depth: number): void => {
    const bend = angle + random.between(-0.2, 0.2);
    const tip = { x: from.x + Math.cos(angle) * length, y: from.y + Math.sin(angle) * length };
    const middle = { x: from.x + Math.cos(bend) * length * 0.5, y: from.y + Math.sin(bend) * length * 0.5 };
    stem(into, { root: from, bend: middle, tip });
    const spread = random.between(0.5, 0.66);
    if (depth === 0) {
      for (const turn of [-1.5, -0.75, 0, 0.75, 1.5])
        leaf(into, tip, angle + turn * spread, random.between(70, 92), 0.28);
      return;
    }
    grow(tip, angle - spread, length * 0.72, depth - 1);
    grow(tip, angle + spread, length * 0.72, depth - 1);
  };
  grow({ x: 320 + random.between(-60, 60), y: HEIGHT + 10 }, -Math.PI / 2, 150, 2);
  return into;
}

/** A few great leaves that reach in from a corner, with veins. */
function greatLeaves(random: Random): Plant {
  const into = plant();
  const flip = random.chance(0.5);
  const root = { x: flip ? WIDTH + 10 : -10, y: HEIGHT + 20 };
  const count = random.whole(3, 4);
  for (let i = 0; i < count; i++) {
    const angle = -0.14 - (i / (count - 1)) * 1.2 + random.between(-0.06, 0.06);
    const facing = flip ? Math.PI - angle : angle;
    const length = random.between(330, 470) - Math.abs(i - 1) * 20;
    const bare = 90;
    const at = { x: root.x + Math.cos(facing) * bare, y: root.y + Math.sin(facing) * bare };
    leaf(into, at, facing, length, 0.24);
    into.stems += `${move(root.x, root.y)}L${numbers(at.x + Math.cos(facing) * length * 0.9, at.y + Math.sin(facing) * length * 0.9)}`;
    for (let v = 1; v <= 5; v++) {
      const reach = length * (0.12 + v * 0.135);
      const vein = length * 0.115 * Math.sin(Math.PI * (0.2 + v * 0.12));
      const from = { x: at.x + Math.cos(facing) * reach, y: at.y + Math.sin(facing) * reach };
      for (const side of [-0.75, 0.75]) {
        into.veins += `${move(from.x, from.y)}l${numbers(Math.cos(facing + side) * vein, Math.sin(facing + side) * vein)}`;
      }
    }
  }
  return into;
}

/** Far hills, one line from edge to edge. */
function hill(random: Random, top: number): string {
  const lift = random.between(-70, 70);
  return `M0 ${HEIGHT}V${Math.round(top)}q${numbers(160, -90 + lift, 320, -lift / 2)}t${numbers(320, lift / 2)}V${HEIGHT}z`;
}

/** Branches and leaves (spring): a near plant in two tones of ink before a pale one, a sun or moon, and hills. */
export function branches(random: Random): Layer[] {
  const front = random.pick([arching, fern, hanging, meadow, wreath, crown, greatLeaves])(random);
  const withHills = random.chance(0.6);
  const sun = { x: random.between(130, 510), y: random.between(90, 200), r: random.between(56, 120) };
  const back = plant();
  const x = random.between(60, 580);
  sprig(
    back,
    {
      root: { x, y: HEIGHT + 40 },
      bend: { x: x + 30, y: 230 },
      tip: { x: x + random.between(-140, 140), y: random.between(50, 130) },
    },
    { pairs: 3, length: 130, width: 0.28, open: [1, 0.6], bare: 0.2 },
  );
  const glowing = random.chance(0.45);
  return layers(
    { d: circle(sun.x, sun.y, sun.r), fill: glowing ? 5 : 1 },
    { d: withHills ? hill(random, random.between(270, 330)) : '', fill: 1 },
    { d: back.stems, stroke: 2, width: 4 },
    { d: back.leaves, fill: 2 },
    { d: front.leaves, fill: 3 },
    { d: front.halves, fill: 4 },
    { d: front.veins, stroke: 2, width: 3 },
    { d: front.stems, stroke: 4, width: 5 },
    { d: front.berries, fill: 5 },
  );
}
