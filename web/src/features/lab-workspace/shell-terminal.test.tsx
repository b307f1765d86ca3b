import { useMemo } from 'react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import type { LabShells } from './lab-engine.ts';
import { ShellTerminal } from './shell-terminal.tsx';
import type { OwnHandle } from './use-lab-terminals.ts';

const PROMPT = '\u001b]133;D;0\u0007$ ';

/** A terminal whose shell notes its keys and says what the test wants. */
async function aTerminal() {
  let keys = '';
  let say = (_text: string) => {};
  let handle: OwnHandle | null = null;
  function Harness() {
    const shells = useMemo(
      (): LabShells => ({
        open(_session, viewer) {
          say = (text) => viewer.output(text, false);
          return {
            input(text) {
              keys += text;
            },
            seen: () => {},
            resized: () => {},
            close: () => {},
          };
        },
      }),
      [],
    );
    return <ShellTerminal session="1" shells={shells} shown onReady={(_session, its) => (handle = its)} />;
  }
  await renderApp(<Harness />);
  await vi.waitFor(() => expect(handle).not.toBeNull());
  say(PROMPT);
  return { keys: () => keys, say: (text: string) => say(text), handle: handle as unknown as OwnHandle };
}

test('the next command waits until an interrupted program has ended', async () => {
  const { handle, keys, say } = await aTerminal();
  const server = handle.run('serve');
  await vi.waitFor(() => expect(keys()).toBe('serve\r'));
  handle.interrupt();
  const next = handle.run('date');
  handle.type('x');
  say('still closing connections\r\n');
  await expect(Promise.race([next, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])).resolves.toBe(
    'waits',
  );
  expect(keys()).toBe('serve\r\u0003');
  say(PROMPT);
  expect(await server).toBe(0);
  await vi.waitFor(() => expect(keys()).toBe('serve\r\u0003date\rx'));
  say(PROMPT);
  expect(await next).toBe(0);
});
