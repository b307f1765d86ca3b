import type { CoverStyle } from '@academy/contract/tenants';
import { type Html, html } from './html.ts';

const WIDTH = 600;
const HEIGHT = 900;

/** The drawing behind the brand: always the same for a style, so that pages are reproducible. */
export function artOf(style: CoverStyle): Html {
  return html`<svg class="art" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false" fill="none">${DRAWINGS[style]()}</svg>`;
}

const DRAWINGS: Record<CoverStyle, () => Html[]> = { branches, hexagons, arcs };

/** A sequence of numbers from 0 to 1 that is the same at every start (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function branches(): Html[] {
  const next = sequence(7);
  const shapes: Html[] = [];
  const branch = (x: number, y: number, angle: number, length: number, width: number) => {
    const bend = angle + (next() - 0.5) * 0.5;
    const [toX, toY] = [x + Math.cos(bend) * length, y + Math.sin(bend) * length];
    const [midX, midY] = [x + Math.cos(angle) * length * 0.55, y + Math.sin(angle) * length * 0.55];
    shapes.push(
      html`<path d="M${round(x)} ${round(y)}Q${round(midX)} ${round(midY)} ${round(toX)} ${round(toY)}" stroke="currentColor" stroke-opacity=".34" stroke-width="${round(width)}" stroke-linecap="round"/>`,
    );
    if (length < 62) {
      shapes.push(leaf(toX, toY, bend, 30 + next() * 34, 0.16 + next() * 0.3));
      return;
    }
    branch(toX, toY, bend - 0.34 - next() * 0.3, length * (0.7 + next() * 0.1), width * 0.68);
    branch(toX, toY, bend + 0.3 + next() * 0.34, length * (0.66 + next() * 0.12), width * 0.68);
    if (next() > 0.45) shapes.push(leaf(midX, midY, bend + (next() > 0.5 ? 1 : -1), 30 + next() * 26, 0.2));
  };
  branch(470, 940, -1.78, 230, 13);
  branch(40, 960, -1.2, 150, 9);
  return shapes;
}

function leaf(x: number, y: number, angle: number, size: number, opacity: number): Html {
  const at = (along: number, aside: number) =>
    `${round(x + Math.cos(angle) * along - Math.sin(angle) * aside)} ${round(y + Math.sin(angle) * along + Math.cos(angle) * aside)}`;
  return html`<path d="M${at(0, 0)}C${at(size * 0.25, size * 0.42)} ${at(size * 0.75, size * 0.36)} ${at(size, 0)}C${at(size * 0.75, -size * 0.36)} ${at(size * 0.25, -size * 0.42)} ${at(0, 0)}Z" fill="currentColor" fill-opacity="${opacity.toFixed(2)}"/>`;
}

function hexagons(): Html[] {
  const next = sequence(23);
  const shapes: Html[] = [];
  const radius = 62;
  const step = radius * Math.sqrt(3);
  for (let row = 0; row * radius * 1.5 < HEIGHT + radius; row += 1) {
    for (let column = 0; column * step < WIDTH + step; column += 1) {
      const x = column * step + (row % 2) * (step / 2);
      const y = row * radius * 1.5;
      // Denser towards the lower right, so that the text above stays readable.
      const weight = (x / WIDTH + y / HEIGHT) / 2;
      const chance = next();
      if (chance > weight * 1.05) continue;
      const opacity = 0.05 + next() * 0.3 * weight;
      const size = radius - 5 - (next() > 0.8 ? 20 : 0);
      shapes.push(
        chance < weight * 0.45
          ? html`<path d="${hexagon(x, y, size)}" fill="currentColor" fill-opacity="${opacity.toFixed(2)}"/>`
          : html`<path d="${hexagon(x, y, size)}" stroke="currentColor" stroke-width="2" stroke-opacity="${(opacity + 0.08).toFixed(2)}"/>`,
      );
    }
  }
  return shapes;
}

function hexagon(x: number, y: number, radius: number): string {
  const corners = Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner + Math.PI / 6;
    return `${round(x + radius * Math.cos(angle))} ${round(y + radius * Math.sin(angle))}`;
  });
  return `M${corners.join('L')}Z`;
}

function arcs(): Html[] {
  const next = sequence(5);
  const centres = [
    { x: 640, y: 900, max: 700 },
    { x: -60, y: 960, max: 420 },
    { x: 610, y: 60, max: 260 },
  ];
  return centres.flatMap(({ x, y, max }) => {
    const shapes: Html[] = [];
    for (let radius = 50 + next() * 30; radius < max; radius += 30 + next() * 30) {
      const opacity = (0.1 + next() * 0.26) * (1 - radius / (max * 1.25));
      shapes.push(
        html`<circle cx="${x}" cy="${y}" r="${round(radius)}" stroke="currentColor" stroke-width="${round(3 + next() * 20)}" stroke-opacity="${opacity.toFixed(2)}"/>`,
      );
    }
    return shapes;
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
