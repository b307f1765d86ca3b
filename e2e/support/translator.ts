import type { Page } from '@playwright/test';

/** How a page is edited: as translators of browsers do it, or as extensions that mark words. */
export type Edit = 'wrap' | 'mark';

/**
 * Edits every text of the page and of all that follow, as soon as they are hydrated and whenever texts come: each becomes an
 * element, as translators do it, or is split around a marked word, as dictionaries do it. What is translated begins with `~`.
 *
 * @param from `parsed` edits before hydration
 */
export async function editTexts(page: Page, edit: Edit, from: 'hydrated' | 'parsed' = 'hydrated'): Promise<void> {
  await page.addInitScript(editAll, { edit, from });
  await page.evaluate(editAll, { edit, from });
}

/** Runs in the page. */
function editAll({ edit, from }: { edit: Edit; from: 'hydrated' | 'parsed' }): void {
  const left = 'font, mark, script, style, code, pre, textarea, option, [translate=no], .notranslate';
  const wrap = (text: Text) => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = `~${text.data}`;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const markWord = (text: Text) => {
    const { index, 0: found } = /\p{L}{3,}/u.exec(text.data) ?? { index: 0, 0: '' };
    if (found === '') return;
    const word = text.splitText(index);
    word.splitText(found.length);
    const mark = document.createElement('mark');
    mark.textContent = word.data;
    word.replaceWith(mark);
  };
  const change = (text: Text) => {
    if (text.data.trim() === '' || text.parentElement?.closest(left) !== null) return;
    (edit === 'wrap' ? wrap : markWord)(text);
  };
  const changeAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(change);
  };
  const begin = () => {
    // A picture opened by itself has none.
    if (document.body === null) return;
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) changeAll(node);
      // Splitting adds texts of its own.
      observer.takeRecords();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    changeAll(document.body);
    observer.takeRecords();
    document.documentElement.dataset.edited = '';
  };
  if (from === 'parsed') {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin);
    else begin();
    return;
  }
  const isHydrated = () => document.querySelector('html[data-ready]') !== null;
  if (isHydrated()) begin();
  else
    new MutationObserver((_records, waiting) => {
      if (!isHydrated()) return;
      waiting.disconnect();
      begin();
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-ready'] });
}
