import { describe, expect, test } from 'vitest';
import { cleanSvg } from '../pictures/clean-svg.ts';
import { aCourse, aLesson, build, filesOf, render } from '../testing/content.ts';
import { ALLOWED_HREF, ATTACKS, expectHarmless } from '../testing/hostile.ts';

describe('no markup of content runs script', () => {
  test.each(ATTACKS)('%s', async (attack) => {
    for (const text of [attack, `- a\n\n  ${attack}`, `> ${attack}`, `text ${attack} text`]) {
      for (const form of ['page', 'summary', 'note'] as const) expectHarmless((await render(text, { form })).html);
    }
  });

  // Shows security#one-sanitiser
  test('wherever HTML can stand: course, lesson, shortcodes, links, names', async () => {
    for (const attack of ATTACKS) {
      const inShortcodes = ['alert', 'checks', 'figure', 'embed', 'conditional-cta']
        .map((name) => {
          const fields = {
            text: attack,
            list: attack,
            image: attack,
            alt: attack,
            caption: attack,
            html: attack,
            type: attack,
          };
          return `@@@${name}\n${JSON.stringify({ ...fields, attrGuest: `href="${attack}"`, attrAuth: attack })}\n@@@`;
        })
        .join('\n\n');
      const settings = { links: [{ text: attack, url: attack }], vimeo: attack, educates: attack, labUrl: attack };
      const result = await build(
        aCourse({
          'summary.md': inShortcodes,
          'conclusion.md': attack,
          'description.md': attack,
          '01-start/01-hello/lesson.json': aLesson('hello', { settings }),
          '01-start/01-hello/content.md': inShortcodes,
          '01-start/01-hello/transcript.md': attack,
          '01-start/01-hello/summary.md': attack,
          '01-start/02-lab/preview.md': attack,
        }),
      );
      if (result.refused || result.item.kind !== 'course') throw new Error('refused');
      const { data, lessons } = result.item;
      const texts = [
        data.summary,
        data.conclusion,
        ...lessons.flatMap(({ data, body }) => [data.summary, body.html, body.transcript, body.preview]),
      ];
      for (const html of texts) expectHarmless(html ?? '');
      for (const { url } of lessons.flatMap(({ body }) => body.links)) expect(url).toMatch(ALLOWED_HREF);
    }
  });

  test('script is reported with its line', async () => {
    const { findings } = await render(
      'a\n\nb <b onclick="x()">c</b>\n\n<script>\nx()\n</script>\n\n[d](javascript:x)\n',
    );
    expect(findings.map(({ line, severity, code }) => `${line} ${severity} ${code}`)).toEqual([
      '3 error script-removed',
      '5 error script-removed',
      '9 error script-removed',
    ]);
  });
});

describe('no SVG runs script', () => {
  test.each([
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="1" height="1"/></svg>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><script xlink:href="https://evil.example/x.js"/></svg>',
    '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
    '<svg><foreignObject><iframe src="https://evil.example"/></foreignObject></svg>',
    '<svg><use href="https://evil.example/x.svg#a"/></svg>',
    '<svg><image href="https://evil.example/x.png"/></svg>',
    '<svg><animate attributeName="href" to="javascript:alert(1)"/></svg>',
    '<svg><set attributeName="onload" to="alert(1)"/></svg>',
    '<svg><style>@import url(https://evil.example/x.css)</style></svg>',
    '<svg><rect style="fill:url(https://evil.example/x)" fill="url(//evil.example)"/></svg>',
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "<script>alert(1)</script>">]><svg>&x;</svg>',
    '<svg><desc><![CDATA[</desc><script>alert(1)</script>]]></desc></svg>',
    '<svg><title><img src=x onerror=alert(1)></title></svg>',
    '<svg></svg><script>alert(1)</script>',
  ])('%s', (attack) => {
    const svg = cleanSvg(attack)?.svg ?? '';
    expect(svg).not.toMatch(
      /<script|<image|<a[\s>]|<style|<set|<animate|<foreignObject|<iframe|<img|evil|javascript|\son\w+=/i,
    );
  });

  test('shapes stay', () => {
    const drawing =
      '<svg width="20" height="10"><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs><rect fill="url(#g)" style="stroke:red;stroke-width:2px"/></svg>';
    const clean = cleanSvg(drawing);
    expect(clean).toMatchObject({ width: 20, height: 10, removed: null });
    expect(clean?.svg).toContain('<linearGradient id="g"><stop offset="0" stop-color="#fff" /></linearGradient>');
    expect(clean?.svg).toContain('<rect fill="url(#g)" stroke="red" stroke-width="2px" />');
  });

  // Shows security#safe-media
  test('an SVG with script is reported and served without it', async () => {
    const files = filesOf({ '01-a/x.svg': '<svg onload="x()"><path d="M0 0"/></svg>' });
    const { findings, assetStore } = await render('![x](x.svg)', { files });
    expect(findings.map(({ file, code, severity }) => [file, severity, code])).toEqual([
      ['01-a/x.svg', 'error', 'script-removed'],
    ]);
    expect(new TextDecoder().decode(assetStore.list()[0]?.bytes)).not.toContain('onload');
  });
});
