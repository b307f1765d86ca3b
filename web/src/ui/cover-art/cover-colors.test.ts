import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tenant } from '@academy/tenants/spring/tenant';
import { expect, test } from 'vitest';
import { coverColors } from './cover-colors.ts';
import { PALETTES } from './cover-mood.ts';
import { coverPicture } from './cover-picture.ts';

const sheet = readFileSync(fileURLToPath(new URL('../cover-art.module.css', import.meta.url)), 'utf8');
const rule = (selector: string) => new RegExp(`\\${selector} \\{([^}]*)\\}`).exec(sheet)?.[1] ?? '';
const variable = (text: string, name: string) => new RegExp(`--${name}: ([^;]+);`).exec(text)?.[1];

/** The light colour of a role as the style sheet of the pages computes it. */
function inSheet(role: number, palette: number, night: boolean, hue: number): string {
  const own = rule(`.p${palette}`);
  const turned = String(hue + Number(variable(own, 'turn') ?? 0));
  const value =
    (night ? variable(rule('.night'), `k${role}`) : undefined) ?? variable(rule('.cover'), `k${role}`) ?? '';
  const light = /^light-dark\((oklch\([\d. ]+(?:var\(--h\)|var\(--glow, \d+\))\))/.exec(value)?.[1] ?? '';
  return light
    .replace('var(--h)', turned)
    .replace(/var\(--glow, (\d+)\)/, (_, usual: string) => variable(own, 'glow') ?? usual);
}

test('pictures that stand alone have the colours of the pages', () => {
  for (let palette = 0; palette < PALETTES; palette++)
    for (const night of [false, true])
      expect(coverColors({ palette, night }, 150)).toEqual(
        [0, 1, 2, 3, 4, 5].map((role) => inSheet(role, palette, night, 150)),
      );
});

test('a picture that stands alone names no variables, and holds nothing but paths', () => {
  for (const slug of ['rest', 'beans', 'a-third']) {
    const picture = coverPicture(slug, tenant);
    expect(picture).not.toContain('var(');
    expect(picture.replace(/<path [^<>]*\/>/g, '')).toMatch(/^<svg [^<>]*><\/svg>$/);
  }
});
