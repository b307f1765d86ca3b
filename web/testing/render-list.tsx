import type { ReactNode } from 'react';
import { page } from 'vitest/browser';
import { renderApp } from './render-app.tsx';

/**
 * A list of the administration whose call is answered with the given page, at an address of its own.
 *
 * @param result what the call returns as `result`
 * @param search query of the address, with `?`; empty: none
 * @returns `count`: the number of rows in words; `asked`: parameters of the last call
 */
export async function renderList(
  list: ReactNode,
  { method, path }: { method: string; path: string },
  result: unknown,
  search = '',
) {
  history.replaceState(null, '', location.pathname + search);
  const call = `${method} ${path}`;
  const body = { success: true, data: { result }, errors: [], correlationId: '', message: null };
  const { sent } = await renderApp(list, { [call]: { body } });
  const asked = async () => {
    const last = (await sent()).findLast((one) => one.call === call);
    return Object.fromEntries(new URLSearchParams(last?.query));
  };
  return { sent, asked, count: page.getByRole('status').first() };
}
