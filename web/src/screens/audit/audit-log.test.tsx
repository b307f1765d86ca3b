import { type AuditEvent, listAuditEvents } from '@academy/contract/audit';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderList } from '../../../testing/render-list.tsx';
import { AuditLog } from './audit-log.tsx';

const event = (action: string): AuditEvent => ({
  ...{
    eventId: action,
    at: '2030-01-31T12:00:00Z',
    tenantId: 'spring',
    actorId: 'ann',
    actorName: 'Ann Admin',
    action,
  },
  ...{ targetKind: 'token', targetId: 'token-1', details: { abilities: ['content:write'] }, address: '192.0.2.7' },
  correlationId: null,
});
const EVENTS = { content: [event('token.delete'), event('token.create')], totalElements: 2, kinds: ['token'] };

test('an administrator orders audit entries, opens one and finds all about its target', async () => {
  const { asked, count } = await renderList(<AuditLog />, listAuditEvents, EVENTS);
  await expect.element(count).toHaveTextContent('2 entries');
  await page.getByRole('columnheader', { name: 'When' }).getByRole('button').click();
  await expect.element(page.getByRole('columnheader', { name: 'When' })).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(asked).toMatchObject({ sortDir: 'asc' });
  await page.getByRole('button', { name: /^Details of Access token created/ }).click();
  await expect.element(page.getByText('content:write').first()).toBeVisible();
  await page.getByRole('button', { name: 'All entries about this token' }).first().click();
  await expect.poll(asked).toMatchObject({ target: 'token-1' });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(async () => Object.keys(await asked())).not.toContain('target');
});

test('the address of a list keeps search, order, columns, rows and the open entry', async () => {
  await renderList(<AuditLog />, listAuditEvents, EVENTS);
  await page.getByRole('searchbox', { name: 'Search audit log' }).fill('for the audit');
  await expect.poll(() => location.search).toContain('q=for+the+audit');
  await page.getByRole('columnheader', { name: 'When' }).getByRole('button').click();
  await page.getByRole('button', { name: /^Details of Access token created/ }).click();
  await page.getByRole('button', { name: 'Entries: compact rows' }).click();
  const address = page.getByRole('columnheader', { name: 'Network address' });
  await expect.element(address).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Network address' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(address).not.toBeInTheDocument();
  const kept = location.search;

  // As after a reload: the same address, and nothing else.
  await renderList(<AuditLog />, listAuditEvents, EVENTS, kept);
  const again = page.getByRole('region', { name: 'Entries' }).last();
  await expect.element(again.getByRole('searchbox')).toHaveValue('for the audit');
  await expect.element(again.getByRole('columnheader', { name: 'When' })).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(again.getByRole('columnheader', { name: 'Network address' })).not.toBeInTheDocument();
  await expect
    .element(again.getByRole('button', { name: 'Entries: compact rows' }))
    .toHaveAttribute('aria-pressed', 'true');
  await expect.element(again.getByText('content:write').first()).toBeVisible();
});
