import { listConnections } from '@academy/contract/connections';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { Connections } from './connections.tsx';

const OPEN = 'PUT /admin/connections/assistants';
const replied = (data: unknown) => ({
  body: { success: true, data, errors: [], correlationId: '', message: null },
});
const closed = { name: 'assistants', isOn: false, address: 'https://academy.example/mcp', lastUsedAt: null };

test('an administrator lets assistants in, whose address stands beside', async () => {
  const { sent } = await renderApp(<Connections />, {
    [`${listConnections.method} ${listConnections.path}`]: replied({ result: [closed] }),
    [OPEN]: replied({ ...closed, isOn: true }),
  });
  await expect.element(page.getByText('https://academy.example/mcp')).toBeVisible();
  await page.getByRole('switch', { name: 'Let assistants in' }).click();
  await expect.poll(async () => (await sent()).find(({ call }) => call === OPEN)?.body).toEqual({ isOn: true });
});
