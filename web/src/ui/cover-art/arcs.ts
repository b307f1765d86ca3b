import type { Random } from './random.ts';
import { arch, circle, HEIGHT, type Layer, layers, move, numbers, type Point, type Tone, WIDTH } from './shapes.ts';

const dome = ({ x, y }: Point, r: number) => `${arch(x, y, r)}z`;

/** Hills of bands: half discs inside one another, near ones before far ones. */
function hills(random: Random): Layer[] {
  const result: Layer[] = [];
  const sun = { x: random.between(120, 520), y: random.between(70, 120) };
  result.push({ d: circle(sun.x, sun.y, random.between(44, 72)), fill: 5 });
  const bands: readonly Tone[][] = [
    [1, 0, 1],
    [2, 1, 2, 1],
    [3, 2, 3, 2],
    [4, 3, 4, 3, 2],
  ];
  const order = random.chance(0.5) ? [90, 520, 300, 150] : [560, 120, 380, 500];
  bands.forEach((tones, i) => {
    const r = random.between(280, 320) - i * 48;
    const at = { x: (order[i] ?? 320) + random.between(-50, 50), y: HEIGHT + 8 };
    const step = r / (tones.length + 0.6);
    for (const [n, tone] of tones.entries()) result.push({ d: dome(at, r - n * step), fill: tone });
  });
  return result;
}

/** Quarter discs in a grid, each turned its own way. */
function quarters(random: Random): Layer[] {
  const size = random.pick([134, 100]);
  const paths: Record<Tone, string> = { 0: '', 1: '', 2: '', 3: '', 4: '', 5: '' };
  const turned = (x: number, y: number, turn: number, r: number) => {
    const corners = [
      { cx: x, cy: y, a: [r, 0], b: [0, r], sweep: 1 },
      { cx: x + size, cy: y, a: [-r, 0], b: [0, r], sweep: 0 },
      { cx: x + size, cy: y + size, a: [-r, 0], b: [0, -r], sweep: 1 },
      { cx: x, cy: y + size, a: [r, 0], b: [0, -r], sweep: 0 },
    ] as const;
    const c = corners[turn % 4] ?? corners[0];
    return `${move(c.cx, c.cy)}l${numbers(c.a[0], c.a[1])}a${numbers(r, r, 0, 0, c.sweep, c.b[0] - c.a[0], c.b[1] - c.a[1])}z`;
  };
  let lines = '';
  for (let y = 0; y < HEIGHT; y += size) {
    for (let x = 0; x < WIDTH; x += size) {
      if (random.chance(0.14)) continue;
      const turn = random.whole(0, 3);
      const tone = random.pick<Tone>([1, 1, 2, 2, 3, 4]);
      paths[tone] += turned(x, y, turn, size);
      if (random.chance(0.5)) {
        const inner = random.pick<Tone>(tone >= 3 ? [5, 2, 1] : [3, 4, 5]);
        if (inner > tone) paths[inner] += turned(x, y, turn, size * 0.55);
        else lines += turned(x, y, turn, size * 0.55);
      }
    }
  }
  return layers(
    { d: paths[1], fill: 1, stroke: 1, width: 1 },
    { d: paths[2], fill: 2, stroke: 2, width: 1 },
    { d: paths[3], fill: 3, stroke: 3, width: 1 },
    { d: paths[4], fill: 4, stroke: 4, width: 1 },
    { d: paths[5], fill: 5, stroke: 5, width: 1 },
    { d: lines, fill: 0, stroke: 0, width: 2 },
  );
}

/** Rows of scallops, each row before the one behind it, deepening towards the foot. */
function waves(random: Random): Layer[] {
  const result: Layer[] = [];
  const r = random.pick([64, 80, 107]);
  const rows = 5;
  const top = random.between(110, 170);
  const drop = (HEIGHT - top) / (rows - 0.6);
  result.push({ d: circle(random.between(140, 500), top - 50, random.between(70, 100)), fill: 5 });
  const tones: readonly Tone[] = [1, 2, 3, 4, 3];
  for (let row = 0; row < rows; row++) {
    const y = top + row * drop;
    const shift = row % 2 === 0 ? -r : 0;
    let edge = `M${Math.round(shift)} ${Math.round(y)}`;
    let inner = '';
    for (let x = shift; x < WIDTH; x += 2 * r) {
      edge += `a${numbers(r, r, 0, 0, 1, 2 * r, 0)}`;
      inner += arch(x + r, y, r * 0.64) + arch(x + r, y, r * 0.3);
    }
    const tone = tones[row] ?? 3;
    result.push({ d: `${edge}V${HEIGHT}H${Math.round(shift)}z`, fill: tone });
    result.push({ d: inner, stroke: row === 3 ? 3 : ((tone - 1) as Tone), width: 6 });
  }
  return result;
}

/** Paths of planets: arcs of one circle each, of different width, round a point near an edge. */
function orbits(random: Random): Layer[] {
  const centre = random.pick([
    { x: 40, y: 380 },
    { x: 600, y: 380 },
    { x: 320, y: 420 },
    { x: 600, y: 20 },
  ]);
  const result: Layer[] = [{ d: circle(centre.x, centre.y, 470), fill: 1 }];
  const tones: readonly Tone[] = [0, 2, 3, 0, 4, 2];
  const start = 400;
  tones.forEach((tone, i) => {
    result.push({ d: circle(centre.x, centre.y, start - i * 56 - random.between(0, 14)), fill: tone });
  });
  result.push({ d: circle(centre.x, centre.y, random.between(46, 66)), fill: 5 });
  let planets = '';
  for (let i = 0; i < 4; i++) {
    const reach = random.pick([250, 345, 430, 520]);
    const a = Math.atan2(HEIGHT / 2 - centre.y, WIDTH / 2 - centre.x) + random.between(-0.5, 0.5);
    planets += circle(centre.x + Math.cos(a) * reach, centre.y + Math.sin(a) * reach, random.whole(9, 20));
  }
  result.push({ d: planets, fill: 5 });
  return result;
}

/** Bands that bend past each other: rainbows with different centres, drawn as thick lines. */
function bows(random: Random): Layer[] {
  const result: Layer[] = [];
  const width = Math.round(random.between(24, 34));
  const bow = (x: number, y: number, from: number, tones: readonly Tone[]) =>
    tones.forEach((tone, i) => {
      if (i === 0) result.push({ d: dome({ x, y }, from + width / 2), fill: 0 });
      result.push({ d: arch(x, y, from - i * width), stroke: tone, width: width - 5 });
    });
  const flip = random.chance(0.5);
  const x = (value: number) => (flip ? WIDTH - value : value);
  result.push({ d: circle(x(random.between(430, 560)), random.between(70, 120), random.between(30, 52)), fill: 5 });
  bow(x(430), HEIGHT + 20, random.between(300, 340), [1, 2, 1, 2, 1, 2]);
  bow(x(random.between(150, 210)), HEIGHT + 30, random.between(250, 290), [4, 3, 5, 3, 2, 4]);
  return result;
}

/** Layered arcs (tanzu). */
export function arcs(random: Random): Layer[] {
  return random.pick([hills, quarters, waves, orbits, bows])(random);
}
