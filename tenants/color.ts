/** A colour in oklch: lightness 0-1, chroma from 0, hue in degrees. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

const OKLCH = /^oklch\((\d+(?:\.\d+)?)% (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)\)$/;

/** Parses `oklch(50% 0.125 150)`, the one notation that tenants use; null for anything else. */
export function parseOklch(text: string): Oklch | null {
  const match = OKLCH.exec(text);
  if (match === null) return null;
  const [l, c, h] = match.slice(1).map(Number);
  if (l === undefined || c === undefined || h === undefined) return null;
  return { l: l / 100, c, h };
}

/** Linear-light sRGB by the matrices of CSS Color 4; outside 0-1 when the colour is not in sRGB. */
function toLinearRgb({ l, c, h }: Oklch): [number, number, number] {
  const angle = (h * Math.PI) / 180;
  const a = c * Math.cos(angle);
  const b = c * Math.sin(angle);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** True when every screen shows the colour as written, so that its contrast is the computed one. */
export function inGamut(colour: Oklch): boolean {
  return toLinearRgb(colour).every((channel) => channel >= -0.0005 && channel <= 1.0005);
}

function luminance(colour: Oklch): number {
  const [red, green, blue] = toLinearRgb(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours by WCAG 2.2, 1 to 21. */
export function contrast(one: Oklch, other: Oklch): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((x, y) => x - y);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}
