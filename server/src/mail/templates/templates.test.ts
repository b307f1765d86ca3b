import type { IdentityMail, IdentityMailKind } from '@academy/identity/identity-mail';
import { loadTenants } from '@academy/tenants';
import { describe, expect, test } from 'vitest';
import { inLanguageOf } from '../../http/language.ts';
import { hexOfText } from '../../values/colors.ts';
import { mailColorsOf } from './colors.ts';
import { identityMail } from './identity-mail.ts';
import { rightsMail } from './rights-mail.ts';

const tenants = await loadTenants();
const origins = {
  tenantOrigins: Object.fromEntries([...tenants.keys()].map((id) => [id, `https://${id}.example.org`])),
  others: ['https://id.example.org'],
};
const LINK = 'https://id.example.org/idp/confirm?token=abc';
const KINDS: IdentityMailKind[] = [
  'verify-email',
  'account-exists',
  'reset-password',
  'change-email',
  'email-changed',
  'password-changed',
  'second-factor-changed',
  'new-device',
  'token-created',
];
const mailOf = (more: Partial<IdentityMail> = {}) =>
  identityMail(tenants, origins, {
    kind: 'verify-email',
    tenantId: 'spring',
    to: 'lena@example.org',
    firstName: 'Lena',
    link: LINK,
    detail: '123456',
    key: 'k',
    ...more,
  });
/** All text that a reader sees. */
const textOf = (html: string) =>
  html
    .replace(/<(style|title)>[^<]*<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe.each([...tenants.keys()])('in %s', (tenantId) => {
  test.each(KINDS)('the mail %s says the same as text and as HTML', (kind) => {
    const mail = mailOf({ kind, tenantId });
    const name = `${tenants.get(tenantId)?.name} Academy`;
    expect(mail).toMatchObject({ key: 'k', tenantId, kind, recipient: 'lena@example.org' });
    expect(mail.subject).toContain(name);
    for (const text of [mail.plain, textOf(mail.html)]) {
      expect(text).toContain('Hello Lena,');
      expect(text).toContain(name);
      expect(text).toContain(LINK);
      expect(text).not.toMatch(/undefined|null|\[object/);
    }
    // Nothing is loaded from elsewhere, and no script runs.
    expect(mail.html).not.toMatch(/<(script|img|link|iframe|form|object)\b|url\(|@import/i);
    expect(mail.html.match(/href="([^"]*)"/g)?.every((href) => /"https:\/\/(id|\w+)\.example\.org\//.test(href))).toBe(
      true,
    );
  });

  test('text keeps its contrast in the light and in the dark', () => {
    const tenant = tenants.get(tenantId);
    if (tenant === undefined) throw new Error('no tenant');
    for (const colors of Object.values(mailColorsOf(tenant))) {
      for (const [front, back] of [
        [colors.text, colors.raised],
        [colors.text, colors.surface],
        [colors.muted, colors.raised],
        [colors.muted, colors.surface],
        [colors.accent, colors.raised],
        [colors.onAccent, colors.accent],
      ] as const)
        expect(contrast(front, back)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test('codes stand in the mails that ask for them, and only there', () => {
  for (const kind of KINDS) {
    const { plain, subject } = mailOf({ kind, detail: '098765' });
    expect(plain.includes('\n    098765\n')).toBe(kind === 'verify-email' || kind === 'change-email');
    expect(subject).not.toContain('098765');
  }
});

test('a mail that only informs has no button', () => {
  const mail = mailOf({ kind: 'new-device', link: null, detail: 'Firefox on Linux' });
  expect(mail.plain).toContain('on a new device: Firefox on Linux');
  expect(mail.html).not.toContain('class="button"');
  expect(mail.html).not.toContain('null');
});

test('a mail to a former address says how to revert the change', () => {
  const mail = mailOf({ kind: 'second-factor-changed', link: null, detail: 'A passkey was added.', toFormer: true });
  expect(mail.plain).toContain('A passkey was added.');
  expect(mail.plain).toContain('has a button that undoes the change');
  expect(mail.plain).not.toContain('look through your account');
  expect(mail.html).not.toContain('class="button"');
});

test('a mail is in the language of the request that causes it', () => {
  const mail = inLanguageOf('de', () => mailOf());
  expect(mail.subject).toBe('Bestätige deine E-Mail-Adresse für Spring Academy');
  for (const text of [mail.plain, textOf(mail.html)]) expect(text).toContain('Meine Adresse bestätigen');
  expect(mail.html).toContain('<html lang="de">');
});

test('what people typed stays text', () => {
  const mail = mailOf({ kind: 'new-device', firstName: '<b>Lena</b>"', detail: '<img src=x onerror=alert(1)>' });
  expect(mail.html).not.toMatch(/<img|<b>/);
  expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

test.each(['Win at evil.example', 'http://evil.example', 'me@evil.example', 'www.evil.example/now', 'a\\b'])(
  'the name %s, which mail programs would link, is left out',
  (firstName) => {
    const mail = mailOf({ firstName });
    expect(mail.plain.startsWith('Hello,\n')).toBe(true);
    expect(mail.html).not.toContain('evil');
  },
);

test('a name with line ends greets on one line', () => {
  expect(mailOf({ firstName: 'Lena\r\nBcc: x' }).plain).toMatch(/^Hello,\n/);
  expect(mailOf({ firstName: 'Lena\r\n\u2028Lind' }).plain).toMatch(/^Hello Lena Lind,\n/);
  expect(mailOf({ firstName: 'J. R.' }).plain).toMatch(/^Hello J\. R\.,\n/);
});

test.each([
  'https://evil.example.org/idp/confirm',
  'https://id.example.org.evil.org/',
  'https://id.example.org@evil.org/',
  'http://id.example.org/',
  'javascript:alert(1)',
  '//id.example.org/x',
  'not an address',
])('a link to %s is refused', (link) => {
  expect(() => mailOf({ link })).toThrow('addresses of the academy only');
});

test('a mail about rights names who, what and by whom', () => {
  const tenant = tenants.get('kube');
  if (tenant === undefined) throw new Error('no tenant');
  const about = {
    person: { name: 'Lena Lind', email: 'lena@example.org' },
    by: 'otto@example.org',
    to: { email: 'ann@example.org', firstName: 'Ann' },
    key: 'k',
  };
  const made = rightsMail(tenant, 'https://kube.example.org', { ...about, change: { kind: 'admin-made' } });
  expect(made.plain).toContain('Lena Lind (lena@example.org) is now an admin.');
  expect(made.plain).toContain('Changed by: otto@example.org.');
  expect(made.plain).toContain('https://kube.example.org/admin/users');
  const day = (text: string) => new Date(`${text}T12:00:00Z`);
  const change = { kind: 'membership-set' as const, startsAt: day('2026-01-01'), endsAt: day('2026-12-31') };
  const elsewhere = rightsMail(tenant, null, { ...about, change });
  expect(elsewhere.plain).toContain('from January 1, 2026 until December 31, 2026 (UTC)');
  expect(elsewhere.html).not.toContain('href');
});

test('colours are translated as browsers do', () => {
  expect(hexOfText('oklch(100% 0 0)')).toBe('#ffffff');
  expect(hexOfText('oklch(0 0 0)')).toBe('#000000');
  expect(hexOfText('oklch(62.796% 0.25768 29.2339)')).toBe('#ff0000');
  expect(hexOfText('oklch(0.86644 0.29483 142.4953)')).toBe('#00ff00');
  expect(() => hexOfText('red')).toThrow('no oklch() colour');
});

/** WCAG 2 contrast of two `#rrggbb`. */
function contrast(front: string, back: string): number {
  const luminance = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [light = 0, dark = 0] = [luminance(front), luminance(back)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
