/** One line of a plot. */
export interface Series {
  name: string;
  points: readonly { x: number; y: number }[];
}

export interface Plot {
  title: string;
  /** What the axes count, with units. */
  x: string;
  y: string;
  series: readonly Series[];
}

const WIDTH = 760;
const HEIGHT = 420;
const FRAME = { left: 64, right: 250, top: 48, bottom: 48 };
/** Least distance between two names at the ends of lines. */
const LINE_HEIGHT = 17;
/** Hues that differ also for people who do not see colours well; each has a tone for light and for dark surfaces. */
const COLORS: readonly [light: string, dark: string][] = [
  ['#0b63b0', '#6cb2ff'],
  ['#b3440e', '#ff9d6b'],
  ['#0f7a5a', '#4fd1a5'],
  ['#8a2f8f', '#e08be6'],
  ['#7a6200', '#e0c14a'],
  ['#b0123f', '#ff8aa8'],
  ['#3f4a57', '#b7c3d0'],
  ['#00707d', '#5fd0de'],
];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const round = (value: number) => Math.round(value * 10) / 10;
/** 1 000 rather than 1000. */
const number = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ' ');

/** Powers of ten from at most the least to at least the greatest value. */
function decades(values: readonly number[]): number[] {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const first = Math.floor(Math.log10(min) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.log10(max) - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}

/** Moves names apart that would overlap, from top to bottom. */
function spread(places: readonly number[]): number[] {
  const order = places.map((place, index) => ({ place, index })).sort((a, b) => a.place - b.place);
  const moved = [...places];
  let free = Number.NEGATIVE_INFINITY;
  for (const { place, index } of order) {
    moved[index] = Math.max(place, free);
    free = (moved[index] ?? 0) + LINE_HEIGHT;
  }
  const over = free - LINE_HEIGHT - (HEIGHT - FRAME.bottom);
  return over > 0 ? moved.map((place) => place - over) : moved;
}

/**
 * A plot of lines with both axes by powers of ten, as SVG that is readable on light and on dark pages. Values that are not
 * positive are left out.
 */
export function plotOf({ title, x, y, series }: Plot): string {
  const lines = series
    .map(({ name, points }) => ({ name, points: points.filter((point) => point.x > 0 && point.y > 0) }))
    .filter(({ points }) => points.length > 0);
  const all = lines.flatMap(({ points }) => points);
  if (all.length === 0) throw new Error('there is nothing to plot');
  const [xs, ys] = [decades(all.map((point) => point.x)), decades(all.map((point) => point.y))];
  const scale = (ticks: readonly number[], from: number, to: number) => {
    const [low, high] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)];
    return (value: number) => round(from + ((Math.log10(value) - low) / (high - low)) * (to - from));
  };
  const [right, bottom] = [WIDTH - FRAME.right, HEIGHT - FRAME.bottom];
  const [atX, atY] = [scale(xs, FRAME.left, right), scale(ys, bottom, FRAME.top)];
  const grid = [
    ...xs.map(
      (tick) => `<path class="grid" d="M${atX(tick)} ${FRAME.top}V${bottom}"/>
<text class="tick" x="${atX(tick)}" y="${bottom + 18}" text-anchor="middle">${number(tick)}</text>`,
    ),
    ...ys.map(
      (tick) => `<path class="grid" d="M${FRAME.left} ${atY(tick)}H${right}"/>
<text class="tick" x="${FRAME.left - 8}" y="${atY(tick) + 4}" text-anchor="end">${number(tick)}</text>`,
    ),
  ];
  const ends = spread(lines.map(({ points }) => atY(points.at(-1)?.y ?? 1)));
  const drawn = lines.map(({ name, points }, index) => {
    const color = `c${index % COLORS.length}`;
    const places = points.map((point) => `${atX(point.x)} ${atY(point.y)}`);
    const last = points.at(-1) ?? { x: 1, y: 1 };
    return [
      `<path class="line ${color}" d="M${places.join('L')}"/>`,
      ...places.map(
        (place) => `<circle class="dot ${color}" cx="${place.split(' ')[0]}" cy="${place.split(' ')[1]}" r="3.5"/>`,
      ),
      `<path class="lead" d="M${atX(last.x) + 6} ${atY(last.y)}L${right + 14} ${ends[index]}"/>`,
      `<text class="name ${color}" x="${right + 18}" y="${round((ends[index] ?? 0) + 4)}">${escaped(name)}</text>`,
    ].join('\n');
  });
  const colors = (tone: 0 | 1) => COLORS.map((pair, index) => `.c${index}{--c:${pair[tone]}}`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="title">
<title id="title">${escaped(title)}</title>
<style>
svg{background:#fff;font:13px system-ui,sans-serif}
text{fill:#1f2933}.tick{fill:#52606d}.grid{stroke:#e4e7eb}.lead{stroke:#9aa5b1;stroke-width:.7}.head{font-weight:600;font-size:15px}
.line{fill:none;stroke:var(--c);stroke-width:2}.dot{fill:var(--c)}.name{fill:var(--c)}
${colors(0)}
@media(prefers-color-scheme:dark){svg{background:#14181d}text{fill:#e6eaee}.tick{fill:#a6b0bb}.grid{stroke:#2c333b}.lead{stroke:#5b6672}.name{fill:var(--c)}${colors(1)}}
</style>
<text class="head" x="${FRAME.left}" y="24">${escaped(title)}</text>
<text class="tick" x="${FRAME.left}" y="${FRAME.top - 8}">${escaped(y)}</text>
<text class="tick" x="${right}" y="${HEIGHT - 10}" text-anchor="end">${escaped(x)}</text>
${grid.join('\n')}
${drawn.join('\n')}
</svg>
`;
}
