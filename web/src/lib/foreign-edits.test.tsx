import { Fragment, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { allowForeignEdits } from './foreign-edits.ts';

allowForeignEdits();

/** Texts that come, go, change and move, beside elements and each other. */
function Example({ step }: { step: number }) {
  const keys = ['a', 'b', 'c', 'd'];
  const moved = [...keys.slice(step % 4), ...keys.slice(0, step % 4)];
  return (
    <>
      <p>
        {step % 2 === 0 ? 'Question ' : null}
        <b>{step}</b> of {step + 7} {step % 3 === 0 && <i>new</i>}
        {step % 2 === 0 ? 'is open' : 'is done'}
      </p>
      <button type="button">
        <span /> Mark {step % 2 === 0 ? 'complete' : null}
      </button>
      <p>{step}</p>
      <p>
        {moved.map((key) => (
          <Fragment key={key}>{`key ${key} `}</Fragment>
        ))}
        <b>last</b>
      </p>
      <p>{step % 2 === 0 ? 'alone' : <b>in bold</b>}</p>
      Unchanged
    </>
  );
}

const font = (text: Text): HTMLElement => {
  const made = document.createElement('font');
  made.append(`~${text.data}`);
  return made;
};

/** What translators, dictionaries and other extensions do to a text node. */
const EDITS: Record<string, (text: Text) => void> = {
  'replaced by an element': (text) => text.replaceWith(font(text)),
  'replaced by another text': (text) => text.replaceWith(`~${text.data}`),
  'removed behind an element': (text) => {
    text.before(font(text));
    text.remove();
  },
  'removed in front of an element': (text) => {
    text.after(font(text));
    text.remove();
  },
  'moved into an element': (text) => {
    const mark = document.createElement('mark');
    text.before(mark);
    mark.append(text);
  },
  'split around a marked word': (text) => {
    if (text.length < 4) return;
    const word = text.splitText(2);
    word.splitText(1);
    const mark = document.createElement('mark');
    mark.append(word.data);
    word.replaceWith(mark);
  },
  'changed in place': (text) => {
    text.data = `~${text.data}`;
  },
  'merged with its neighbours': (text) => text.parentNode?.normalize(),
};

function textsIn(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found.filter((text) => text.data.trim() !== '' && text.parentElement?.closest('font, mark') === null);
}

/** Lets observers of the page run, as between two tasks of a browser. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

async function rendered(children: ReactNode): Promise<string> {
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() => root.render(children));
  const words = place.textContent;
  root.unmount();
  return words;
}

for (const [name, edit] of Object.entries(EDITS))
  test(`a page goes on changing when each text is ${name}`, async () => {
    const onUncaughtError = vi.fn();
    const place = document.createElement('div');
    document.body.append(place);
    const root = createRoot(place, { onUncaughtError });
    // There and back, so that what was put back is edited, changed and removed once more.
    for (const step of [0, 1, 2, 3, 2, 4, 5, 1, 0]) {
      flushSync(() => root.render(<Example step={step} />));
      expect(onUncaughtError).not.toHaveBeenCalled();
      expect(place.textContent.replaceAll('~', ''), `step ${step}`).toBe(await rendered(<Example step={step} />));
      textsIn(place).forEach(edit);
      await nextTask();
    }
    root.unmount();
    expect(place.childNodes).toHaveLength(0);
    place.remove();
  });

test('a page goes on changing when texts are gone', async () => {
  const onUncaughtError = vi.fn();
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place, { onUncaughtError });
  for (const step of [0, 1, 2, 3, 2, 4]) {
    flushSync(() => root.render(<Example step={step} />));
    expect(onUncaughtError).not.toHaveBeenCalled();
    expect(place.querySelector('b')?.textContent).toBe(String(step));
    for (const text of textsIn(place)) text.remove();
    await nextTask();
  }
  root.unmount();
  place.remove();
});

test('a text that does not change keeps its translation', async () => {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  flushSync(() => root.render(<Example step={0} />));
  textsIn(place).forEach(EDITS['replaced by an element'] as (text: Text) => void);
  await nextTask();
  flushSync(() => root.render(<Example step={2} />));
  expect(place.textContent).toContain('~Unchanged');
  expect(place.textContent).toContain('~is open');
  expect(place.textContent).toContain('9');
  root.unmount();
  place.remove();
});

test('elements moved into a wrapper are found and removed', async () => {
  const onUncaughtError = vi.fn();
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place, { onUncaughtError });
  const page = (isOpen: boolean) => (
    <p>
      {isOpen && <i>early</i>}Before <b>bold</b> after{isOpen ? null : <u>late</u>}
    </p>
  );
  flushSync(() => root.render(page(false)));
  for (const isOpen of [true, false, true]) {
    const wrapper = document.createElement('font');
    wrapper.append(...(place.querySelector('p')?.childNodes ?? []));
    place.querySelector('p')?.append(wrapper);
    await nextTask();
    flushSync(() => root.render(page(isOpen)));
    expect(onUncaughtError).not.toHaveBeenCalled();
    expect(place.textContent).toBe(isOpen ? 'earlyBefore bold after' : 'Before bold afterlate');
  }
  root.unmount();
  place.remove();
});

test('a page that was translated before it is hydrated works', async () => {
  const onUncaughtError = vi.fn();
  const onRecoverableError = vi.fn();
  const place = document.createElement('div');
  document.body.append(place);
  const first = createRoot(place);
  flushSync(() => first.render(<Example step={0} />));
  const html = place.innerHTML;
  first.unmount();
  const served = document.createElement('div');
  served.innerHTML = html;
  document.body.append(served);
  textsIn(served).forEach(EDITS['replaced by an element'] as (text: Text) => void);
  const root = hydrateRoot(served, <Example step={0} />, { onUncaughtError, onRecoverableError });
  await nextTask();
  await nextTask();
  flushSync(() => root.render(<Example step={1} />));
  expect(onUncaughtError).not.toHaveBeenCalled();
  expect(served.textContent.replaceAll('~', '')).toBe(await rendered(<Example step={1} />));
  root.unmount();
  for (const one of [place, served]) one.remove();
});
