import type { Page } from '@playwright/test';
import type { Academy, TenantName } from './academy.ts';
import { courseFiles, publish } from './made-content.ts';
import { addressOf, type CreatedIds, routeTable } from './route-table.ts';
import { completeAtServer, lessonIdsOf } from './steps.ts';

/**
 * Addresses of a brand's screens; the one that ends the session comes last.
 *
 * @param who only those that everybody may open, or only those that need a session
 */
export const addressesOf = (tenant: TenantName, ids: CreatedIds, who?: 'everybody' | 'signed-in'): string[] =>
  routeTable()
    .filter(({ guard }) => who === undefined || (guard === null) === (who === 'everybody'))
    .map(({ pattern }) => addressOf(pattern, tenant, ids))
    .filter((address) => address !== null)
    .sort((a, b) => Number(a === '/appLogout') - Number(b === '/appLogout'));

/** Creates an alert and a certificate for the screens of the administration, as the signed-in person. */
export async function somethingOfEach(page: Page, academy: Academy): Promise<CreatedIds> {
  await publish(
    academy,
    'spring',
    courseFiles('spring', { id: 'short', title: 'A Short One', fields: {}, outline: ['All'] }),
  );
  await completeAtServer(page, await lessonIdsOf(academy, 'spring', 'short'));
  return page.evaluate(async () => {
    const tenantid = location.hostname.split('.')[0] ?? '';
    const send = async (method: string, path: string, body?: object) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        tenantid,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      };
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      return (await (await fetch(`/api/v1${path}`, init)).json()).data;
    };
    const alert = { tenantId: tenantid, message: 'Look', level: 'info', actionText: '', actionUrl: '' };
    const { id } = await send('POST', '/alerts/create', { ...alert, audience: 'all', from: null, to: null });
    const { userId } = await send('GET', '/user/verifyUserAccess');
    const { result } = await send('GET', '/certificates/mine');
    return { alertId: id, userId, certificateId: result[0].certificateId };
  });
}
