import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react/pure';
import { useAskBeforeLeaving } from './ask-before-leaving.ts';

function Work({ runs }: { runs: boolean }) {
  useAskBeforeLeaving(runs);
  return null;
}

test('a tab asks before it is closed while an import runs', async () => {
  const isAsked = () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  const { rerender } = await render(<Work runs={false} />);
  expect(isAsked()).toBe(false);
  await rerender(<Work runs={true} />);
  expect(isAsked()).toBe(true);
  await rerender(<Work runs={false} />);
  expect(isAsked()).toBe(false);
});
