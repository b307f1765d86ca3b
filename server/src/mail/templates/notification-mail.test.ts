import { NOTIFICATION_KINDS } from '@academy/contract/notifications';
import { loadTenants } from '@academy/tenants';
import { describe, expect, test } from 'vitest';
import { inLanguageOf } from '../../http/language.ts';
import { type Notification, notificationMail } from './notification-mail.ts';
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

describe('a mail to a person who reads German', () => {
  const tenant = tenants.get('spring');
  if (tenant === undefined) throw new Error('no tenant');
  const to = {
    email: 'lena@example.org',
    firstName: 'Lena',
    unsubscribeUrl: 'https://spring.example.org/unsubscribe?token=t',
    key: 'k',
  };
  const mailOf = (notification: Notification) =>
    inLanguageOf('de', () => notificationMail(tenant, 'https://spring.example.org', notification, to));
  const inCourse = (title: string) => ({ course: { title, path: '/c' }, lessons: [] });

  test('is German in its subject and both parts, and leads to German pages', () => {
    const mail = mailOf({ kind: 'membership-end', endsAt: new Date('2031-01-01T00:30:00Z') });
    expect(mail.subject).toBe('Deine Pro-Mitgliedschaft endet am 1. Januar 2031 (Spring Academy)');
    expect(mail.html).toContain('<html lang="de">');
    expect(mail.html).toContain(tenant.translations?.de?.[tenant.tagline] ?? 'no tagline');
    for (const part of [mail.plain, textOf(mail.html)]) {
      expect(part).toContain('Hallo Lena,');
      expect(part).toContain('Sie endet am 1. Januar 2031 (UTC), und zwar in allen Akademien.');
      expect(part).toContain('Mails über das Ende der Mitgliedschaft abbestellen');
      expect(part).not.toMatch(/\b(?:Hello|Your|membership|Unsubscribe|button)\b/);
    }
    for (const path of ['/de', '/de/contact', '/de/account#notifications', '/unsubscribe?token=t'])
      expect(mail.html).toContain(`href="https://spring.example.org${path}"`);
    expect(mail.plain).toContain('\nhttps://spring.example.org/de/contact\n');
  });

  test('counts in German', () => {
    const week = { guides: [], next: [], newCourses: [] };
    const completed = [
      { title: 'Eins', path: '/one', lessons: 1, done: 1, of: 1200 },
      { title: 'Viele', path: '/many', lessons: 3, done: 7, of: 12 },
    ];
    const { plain } = mailOf({ kind: 'weekly-digest', week: { ...week, completed } });
    expect(plain).toContain('- Eins: 1 Lektion, insgesamt 1 von 1.200\n  https://spring.example.org/de/one\n');
    expect(plain).toContain('- Viele: 3 Lektionen, insgesamt 7 von 12\n');
    expect(mailOf({ kind: 'new-content', courses: [inCourse('A')] }).plain).toContain('Lektionen');
    const headings = [['A'], ['A', 'B']].map((titles) => {
      const { subject, html } = mailOf({ kind: 'new-content', courses: titles.map(inCourse) });
      return [subject, /<h1[^>]*>([^<]*)/.exec(html)?.[1]];
    });
    expect(headings).toEqual([
      ['Neu in A (Spring Academy)', 'Neu in einem deiner Kurse'],
      ['Neu in 2 deiner Kurse bei Spring Academy', 'Neu in deinen Kursen'],
    ]);
  });

  test('of every kind has no English word of ours', () => {
    const english = sampleMails(tenant, tenants, { tenantOrigins, others: [] });
    const german = inLanguageOf('de', () => sampleMails(tenant, tenants, { tenantOrigins, others: [] }));
    for (const kind of [
      'verify-personal',
      'verify-sender',
      'admin-made',
      'voucher-request',
      'feedback',
      'survey',
      'contact',
    ]) {
      const [one, other] = [english.get(kind), german.get(kind)];
      expect(other?.html).toContain('<html lang="de">');
      expect(other?.plain).toMatch(/^Hallo/);
      expect(other?.plain).not.toMatch(/\b(?:This|The|address|mail|was)\b(?! (?:second|example))/);
      if (kind !== 'contact') expect(other?.subject).not.toBe(one?.subject);
    }
  });
});
