import { expect, test } from 'vitest';
import { hasInteractive, optionName } from './option-name.ts';

const CODE =
  '<p>It prints:</p><figure class="code" data-language="java"><figcaption class="code-caption">' +
  '<span class="code-language">Java</span><button type="button" class="code-copy" data-copy>Copy</button></figcaption>' +
  '<pre class="code-text" tabindex="0"><code><span class="tok-k">int</span> x = list.<span class="tok-f">size</span>();\n</code></pre></figure>';

test('the name of an option with code includes the code, without its caption', () => {
  expect(optionName(CODE)).toBe('It prints: int x = list.size();');
  expect(optionName('<p>Use <code>a &lt; b</code></p><p><img src="x.png" alt="A diagram"></p>')).toBe(
    'Use a < b A diagram',
  );
});

test('only options without anything to press or to scroll can stand in a label', () => {
  expect(hasInteractive(CODE)).toBe(true);
  expect(hasInteractive('<p>See <a href="/x">this</a></p>')).toBe(true);
  expect(hasInteractive('<div class="table-scroll" tabindex="0"></div>')).toBe(true);
  expect(hasInteractive('<p>An <code>abbr</code> and an <em>answer</em></p>')).toBe(false);
});
