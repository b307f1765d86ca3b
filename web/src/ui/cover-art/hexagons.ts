import type { Random } from './random.ts';
import { circle, HEIGHT, type Layer, layers, move, numbers, type Point, WIDTH } from './shapes.ts';

/** Half the width and the side of a hexagon; 13:15 keeps every corner on whole numbers. */
interface Size {
  half: number;
  side: number;
}
const LARGE: Size = { half: 52, side: 60 };
const MEDIUM: Size = { half: 39, side: 45 };

interface Cell extends Point {
  column: number;
  row: number;
}

/** Cells of a tiling that covers the canvas, as rows of upright hexagons. */
function tiling({ half, side }: Size): Cell[] {
  const cells: Cell[] = [];
  for (let row = 0; row * side * 1.5 < HEIGHT + side; row++) {
    for (let column = 0; column * half * 2 < WIDTH + half * 2; column++) {
      cells.push({ column, row, x: column * half * 2 + (row % 2) * half - 6, y: row * side * 1.5 + 10 });
    }
  }
  return cells.filter(({ x, y }) => x > -half && x < WIDTH + half && y > -side && y < HEIGHT + side);
}

function hexagon({ x, y }: Point, { half, side }: Size, scale = 1): string {
  const h = Math.round(half * scale);
  const quarter = Math.round((side * scale) / 2);
  const rise = numbers(h, quarter);
  return `${move(x, y - 2 * quarter)}l${rise}v${2 * quarter}l${numbers(-h, quarter, -h, -quarter)}v${-2 * quarter}z`;
}

/** The three faces of a cube that fill one hexagon. */
const lid = ({ x, y }: Point, { half, side }: Size) =>
  `${move(x, y)}l${numbers(half, -side / 2, -half, -side / 2, -half, side / 2)}z`;
const leftFace = ({ x, y }: Point, { half, side }: Size) =>
  `${move(x, y)}v${side}l${numbers(-half, -side / 2)}v${-side}z`;
const rightFace = ({ x, y }: Point, { half, side }: Size) =>
  `${move(x, y)}v${side}l${numbers(half, -side / 2)}v${-side}z`;

/** How strongly a cell belongs to the drawing: 1 at a corner or side that the random source chose, 0 far from it. */
function pull(random: Random): (at: Point) => number {
  const from = random.pick([
    { x: 0, y: HEIGHT },
    { x: WIDTH, y: HEIGHT },
    { x: WIDTH, y: 0 },
    { x: WIDTH / 2, y: HEIGHT + 60 },
    { x: WIDTH / 2, y: HEIGHT / 2 },
  ]);
  const reach = random.between(380, 520);
  return ({ x, y }) => 1 - Math.hypot(x - from.x, (y - from.y) * 1.25) / reach;
}

/** A city of cubes that thins out into outlines. */
function cubes(random: Random): Layer[] {
  const size = random.chance(0.6) ? LARGE : MEDIUM;
  const strength = pull(random);
  let [lids, lefts, rights, mist, lines, glow] = ['', '', '', '', '', ''];
  const ranked = tiling(size)
    .map((cell) => ({ cell, s: strength(cell) + random.between(-0.14, 0.14) }))
    .sort((a, b) => b.s - a.s);
  for (const [i, { cell, s }] of ranked.entries()) {
    if (s > 0.2 && i < 18) {
      if (random.chance(0.1)) glow += lid(cell, size);
      else lids += lid(cell, size);
      lefts += leftFace(cell, size);
      rights += rightFace(cell, size);
    } else if (s > 0 && i < 38) {
      mist += hexagon(cell, size);
    } else if (random.chance(0.3) && lines.length < 200) {
      lines += hexagon(cell, size, 0.72);
    }
  }
  return layers(
    { d: mist, fill: 1, stroke: 1, width: 1 },
    { d: lines, stroke: 2, width: 3 },
    // The hair line of its own colour closes the seams between neighbours.
    { d: lids, fill: 2, stroke: 2, width: 1 },
    { d: lefts, fill: 3, stroke: 3, width: 1 },
    { d: rights, fill: 4, stroke: 4, width: 1 },
    { d: glow, fill: 5, stroke: 5, width: 1 },
  );
}

/** Honeycomb with gaps: tones deepen towards one side, a few cells glow. */
function honeycomb(random: Random): Layer[] {
  const size = random.chance(0.3) ? LARGE : MEDIUM;
  const strength = pull(random);
  const tones = ['', '', '', ''];
  let glow = '';
  let cores = '';
  const ranked = tiling(size)
    .map((cell) => ({ cell, s: strength(cell) + random.between(-0.2, 0.2) }))
    .sort((a, b) => b.s - a.s);
  for (const { cell, s } of ranked.slice(0, 46)) {
    if (s < -0.12) continue;
    const tone = s > 0.62 ? 3 : s > 0.4 ? 2 : s > 0.16 ? 1 : 0;
    if (glow.length < 60 && tone >= 1 && random.chance(0.12)) glow += hexagon(cell, size, 0.9);
    else tones[tone] += hexagon(cell, size, 0.9);
    if (tone === 3 && random.chance(0.5)) cores += hexagon(cell, size, 0.36);
  }
  const [faint = '', back = '', body = '', ink = ''] = tones;
  return layers(
    { d: faint, fill: 1 },
    { d: back, fill: 2 },
    { d: body, fill: 3 },
    { d: ink, fill: 4 },
    { d: glow, fill: 5 },
    { d: cores, fill: 1 },
  );
}

/** Hexagons inside one another, like the rings of a tree, with a cube at the heart. */
function rings(random: Random): Layer[] {
  const at = { x: random.between(190, 450), y: random.between(150, 250) };
  const size = MEDIUM;
  const step = random.between(0.95, 1.15);
  const ring = (n: number) => hexagon(at, size, 1 + n * step);
  const glowAt = random.whole(1, 3);
  const core = { x: Math.round(at.x), y: Math.round(at.y) };
  let dots = '';
  for (let i = 0; i < 3; i++) {
    const corner = random.whole(0, 5);
    const r = (1 + random.whole(2, 4) * step) * size.side;
    const a = (corner * Math.PI) / 3 + Math.PI / 6;
    dots += circle(at.x + Math.cos(a) * r, at.y + Math.sin(a) * r, 13);
  }
  return layers(
    { d: ring(5) + ring(4), fill: 1 },
    { d: ring(4), fill: 0 },
    { d: ring(3), fill: 2 },
    { d: ring(2), fill: glowAt === 2 ? 5 : 3 },
    { d: ring(1), fill: 0 },
    { d: lid(core, size), fill: 2 },
    { d: leftFace(core, size), fill: 3 },
    { d: rightFace(core, size), fill: 4 },
    { d: ring(6) + ring(7.5), stroke: 2, width: 3 },
    { d: dots, fill: glowAt === 2 ? 4 : 5 },
  );
}

/** A cluster that grew cell by cell, its members joined by lines: pods and their wires. */
function cluster(random: Random): Layer[] {
  const size = MEDIUM;
  const cells = tiling(size);
  const start = { x: random.between(230, 410), y: random.between(150, 250) };
  const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
  const near = [...cells].sort((a, b) => distance(a, start) - distance(b, start));
  const members = near.slice(0, 22).filter((_, i) => i < 3 || random.chance(0.6));
  let [wires, faint, body, ink, glow] = ['', '', '', '', ''];
  for (const cell of near.slice(0, 20)) if (random.chance(0.5)) faint += hexagon(cell, size, 0.94);
  members.forEach((cell, i) => {
    const other = members.slice(0, i).sort((a, b) => distance(a, cell) - distance(b, cell))[0];
    if (other) wires += `${move(cell.x, cell.y)}L${numbers(other.x, other.y)}`;
    if (i > 0 && i % 5 === 0) glow += hexagon(cell, size, 0.52);
    else if (i % 2 === 0) ink += hexagon(cell, size, 0.66);
    else body += hexagon(cell, size, 0.66);
  });
  return layers(
    { d: faint, fill: 1 },
    { d: wires, stroke: 2, width: 9 },
    { d: body, fill: 3 },
    { d: ink, fill: 4 },
    { d: glow, fill: 5 },
  );
}

/** Hexagon tilings (kube). */
export function hexagons(random: Random): Layer[] {
  return random.pick([cubes, honeycomb, rings, cluster, cubes])(random);
}
