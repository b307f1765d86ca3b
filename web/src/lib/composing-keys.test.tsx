import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { ignoreComposingKeys } from './composing-keys.ts';

test('keys of an input method reach editors, and no handler of the page', () => {
  const place = document.createElement('div');
  document.body.append(place);
  ignoreComposingKeys(place);
  const [onKeyDown, ofWindow, ofEditor] = [vi.fn(), vi.fn(), vi.fn()];
  addEventListener('keydown', ofWindow);
  const root = createRoot(place);
  flushSync(() => root.render(<input onKeyDown={onKeyDown} />));
  const field = place.querySelector('input') as HTMLInputElement;
  field.addEventListener('keydown', ofEditor);
  const press = (init: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    field.dispatchEvent(event);
    return event.defaultPrevented;
  };

  for (const key of ['ArrowDown', 'Enter', 'Escape', 'm']) expect(press({ key, isComposing: true })).toBe(false);
  // The last key of a composition in Safari.
  press({ key: 'Enter', keyCode: 229 });
  expect(ofEditor).toHaveBeenCalledTimes(5);
  expect(onKeyDown).not.toHaveBeenCalled();
  expect(ofWindow).not.toHaveBeenCalled();

  press({ key: 'ArrowDown' });
  expect(onKeyDown).toHaveBeenCalledOnce();
  expect(ofWindow).toHaveBeenCalledOnce();
  removeEventListener('keydown', ofWindow);
  root.unmount();
  place.remove();
});
