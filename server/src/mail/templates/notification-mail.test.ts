import { NOTIFICATION_KINDS } from '@academy/contract/notifications';
import { loadTenants } from '@academy/tenants';
import { describe, expect, test } from 'vitest';
import { notificationMail } from './notification-mail.ts';
import { sampleMails } from './samples.ts';

const tenants = await loadTenants();
const tenantOrigins = Object.fromEntries([...tenants.keys()].map((id) => [id, `https://${id}.example.org`]));
/** All text that a reader sees. */
const textOf = (html: string) =>
  html
    .replace(/<(style|title)>[^<]*<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ');

describe.each([...tenants.values()])('in $tenantId', (tenant) => {
  const samples = sampleMails(tenant, tenants, { tenantOrigins, others: [] });

  test.each(NOTIFICATION_KINDS)('the mail %s says the same as text and HTML', (kind) => {
    const mail = samples.get(kind);
    if (mail === undefined) throw new Error('there is no sample');
    const unsubscribeUrl = `https://${tenant.tenantId}.example.org/unsubscribe?token=sample`;
    expect(mail).toMatchObject({ kind, tenantId: tenant.tenantId, recipient: 'lena@example.org', unsubscribeUrl });
    expect(mail.subject).toContain(`${tenant.name} Academy`);
    const text = textOf(mail.html);
    const lines = mail.plain.split('\n').filter((line) => line.startsWith('- '));
    for (const line of lines) expect(text).toContain(line.slice(2).trim());
    for (const one of [mail.plain, text]) {
      expect(one).toContain('Hello Lena,');
      expect(one).toContain('Unsubscribe from');
      expect(one).not.toMatch(/undefined|null|\[object/);
    }
    const hrefs = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    expect(hrefs).toContain(unsubscribeUrl);
    for (const href of hrefs) {
      expect(href.startsWith(`https://${tenant.tenantId}.example.org/`)).toBe(true);
      expect(href === `https://${tenant.tenantId}.example.org/` || mail.plain.includes(href)).toBe(true);
    }
    expect(mail.html).not.toMatch(/<(script|img|link|iframe|form|object)\b|url\(|@import/i);
  });
});

test('texts of authors stay text, and ten of many lessons are named', () => {
  const tenant = tenants.get('spring');
  if (tenant === undefined) throw new Error('no tenant');
  const lessons = Array.from({ length: 12 }, (_, n) => ({ title: `<b>Lesson</b> ${n}`, path: `/l${n}`, isPro: false }));
  const mail = notificationMail(
    tenant,
    'https://spring.example.org',
    { kind: 'new-content', courses: [{ course: { title: '<i>Course</i>\r\nBcc: x', path: '/courses/c' }, lessons }] },
    {
      email: 'lena@example.org',
      firstName: 'Lena',
      unsubscribeUrl: 'https://spring.example.org/unsubscribe',
      key: 'k',
    },
  );
  expect(mail.html).not.toMatch(/<b>|<i>/);
  expect(mail.html.match(/&lt;b&gt;Lesson/g)).toHaveLength(10);
  expect(mail.plain).toContain('- and 2 more\n  https://spring.example.org/courses/c\n');
  expect(mail.subject).not.toMatch(/[\r\n]/);
});
