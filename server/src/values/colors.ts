/** `oklch(50% 0.125 150)` as `#rrggbb`. @throws for any other notation */
export function hexOfText(color: string): string {
  const [, lightness, percent, chroma, hue] =
    /^oklch\(\s*([\d.]+)(%?)\s+([\d.]+)\s+([\d.]+)\s*\)$/.exec(color.trim()) ?? [];
  if (lightness === undefined) throw new Error(`${color} is no oklch() colour`);
  return hexOf(Number(lightness) / (percent === '%' ? 100 : 1), Number(chroma), Number(hue));
}

/**
 * A colour of the OKLCH space in sRGB; what lies outside of sRGB is cut off per channel.
 *
 * @param lightness 0 to 1
 * @param hue degrees
 */
export function hexOf(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map(byteOf).join('')}`;
}

function byteOf(linear: number): string {
  const bounded = Math.min(1, Math.max(0, linear));
  const encoded = bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}
