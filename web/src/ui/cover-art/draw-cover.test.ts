import type { CoverStyle } from '@academy/contract/tenants';
import { describe, expect, test } from 'vitest';
import { PALETTES } from './cover-mood.ts';
import { drawCover } from './draw-cover.ts';
import { randomFrom } from './random.ts';

const STYLES: CoverStyle[] = ['branches', 'hexagons', 'arcs'];
const SLUGS = Array.from({ length: 400 }, (_, i) => `course-${i}-${(i * 7919).toString(36)}`);

describe.each(STYLES)('cover art in the style %s', (style) => {
  test('the same slug always gives the same picture', () => {
    for (const slug of SLUGS.slice(0, 20)) expect(drawCover(slug, style)).toEqual(drawCover(slug, style));
  });

  test('different slugs give different pictures', () => {
    expect(new Set(SLUGS.map((slug) => JSON.stringify(drawCover(slug, style)))).size).toBe(SLUGS.length);
  });

  test('a picture stays below 2.5 kB and holds nothing but path data', () => {
    for (const slug of SLUGS) {
      const drawing = drawCover(slug, style);
      const data = drawing.layers.map((layer) => layer.d).join('');
      expect(data).toMatch(/^[MLlHhVvQqTtAazZ0-9 .-]+$/);
      expect(data.length + drawing.layers.length * 28, slug).toBeLessThan(2500);
    }
  });

  test('every layer has one colour and every palette occurs', () => {
    const palettes = new Set<number>();
    for (const slug of SLUGS) {
      const { layers, palette } = drawCover(slug, style);
      palettes.add(palette);
      for (const { fill, stroke } of layers)
        expect(new Set([fill, stroke].filter((tone) => tone !== undefined)).size).toBe(1);
    }
    expect(palettes.size).toBe(PALETTES);
  });
});

test('the same slug gives another picture in another brand', () => {
  expect(drawCover('rest', 'arcs')).not.toEqual(drawCover('rest', 'hexagons'));
});

test('the random source keeps to its bounds', () => {
  const random = randomFrom('bounds');
  for (let i = 0; i < 1000; i++) {
    const whole = random.whole(2, 5);
    expect(whole).toBeGreaterThanOrEqual(2);
    expect(whole).toBeLessThanOrEqual(5);
    expect(random.between(-3, 4)).toBeLessThan(4);
  }
});
