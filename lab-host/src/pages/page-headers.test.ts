import { byName } from '@academy/labs/lab-hosts/raw-headers';
import { describe, expect, test } from 'vitest';
import { askedHeaders, isAcademyToken, saidHeaders } from './page-headers.ts';

const ENDS = { origin: 'https://x-8080.labs.example.org', port: 8080 };
const ACADEMY = 'https://spring.example.org';
const ISSUER = 'https://login.example.org/idp/';
const asked = (...raw: string[]) => byName(askedHeaders(raw, ENDS, (value) => isAcademyToken(value, ISSUER)));
const said = (...raw: string[]) => byName(saidHeaders(raw, ENDS, ACADEMY));
const jwt = (claims: object) =>
  `Bearer ${['{}', JSON.stringify(claims), 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.')}`;

describe('a program in a lab is asked', () => {
  test('as by a browser on its own machine, and told the page beside', () => {
    expect(asked('Host', 'x-8080.labs.example.org', 'Origin', ENDS.origin, 'Referer', `${ENDS.origin}/a?b`)).toEqual({
      host: 'localhost:8080',
      origin: 'http://localhost:8080',
      referer: 'http://localhost:8080/a?b',
      'x-forwarded-host': 'x-8080.labs.example.org',
      'x-forwarded-proto': 'https',
    });
    expect(asked('Origin', 'https://evil.example', 'Referer', `${ENDS.origin}.evil.example/`)).toMatchObject({
      origin: 'https://evil.example',
      referer: `${ENDS.origin}.evil.example/`,
    });
  });

  test('without cookies of the academy', () => {
    const cookies = 'academy_session_1=a; JSESSIONID=1;__Host-academy-lab=b; academy-lab=c;theme=dark';
    expect(asked('Cookie', cookies).cookie).toBe('JSESSIONID=1; theme=dark');
    expect(asked('Cookie', 'academy_session_1=a', 'cookie', 'ACADEMY_x=1')).not.toHaveProperty('cookie');
  });

  test('without tokens of the academy, but with those of its own', () => {
    const ofAcademy = [jwt({ iss: ISSUER }), 'Bearer academy_abc', `bearer  ${'academy_x'}`];
    for (const value of ofAcademy) expect(asked('Authorization', value)).not.toHaveProperty('authorization');
    const own = ['Basic dTpw', jwt({ iss: 'http://localhost:8080' }), 'Bearer abc', 'Bearer', jwt([])];
    for (const value of own) expect(asked('Authorization', value).authorization).toBe(value);
  });

  test('without headers of one connection, of proxies, or of the length', () => {
    const names = ['Connection', 'Keep-Alive', 'TE', 'Transfer-Encoding', 'Upgrade', 'Expect', 'Content-Length'];
    const others = ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP', 'X-Academy-Passed', 'Proxy-Authorization'];
    const raw = [...names, ...others].flatMap((name) => [name, '1']);
    const kept = asked(...raw, 'Connection', 'close, X-Private', 'X-Private', '1', 'X-Own', '1');
    expect(Object.keys(kept).sort()).toEqual(['host', 'x-forwarded-host', 'x-forwarded-proto', 'x-own']);
  });
});

describe('a browser is told', () => {
  test('cookies that belong to the one host, and none of the academy’s names', () => {
    const cookies = [
      'JSESSIONID=1; Path=/; Domain=example.org; HttpOnly; SameSite=Strict',
      'theme=dark;domain=.labs.example.org',
      'academy_session_1=evil; Domain=example.org',
      '__Host-academy-lab=evil',
      ' Academy-lab=evil',
    ];
    expect(said(...cookies.flatMap((cookie) => ['Set-Cookie', cookie]))['set-cookie']).toEqual([
      'JSESSIONID=1; Path=/; HttpOnly; Secure; SameSite=None; Partitioned',
      'theme=dark; Secure; SameSite=None; Partitioned',
    ]);
  });

  test('that the academy alone may frame the page', () => {
    const kept = said(
      'X-Frame-Options',
      'DENY',
      'Content-Security-Policy',
      "default-src 'self'; frame-ancestors 'none'",
    );
    expect(kept['content-security-policy']).toEqual(["default-src 'self'", `frame-ancestors ${ACADEMY}`]);
    expect(kept).not.toHaveProperty('x-frame-options');
  });

  test('nothing that concerns other hosts', () => {
    const names = ['Strict-Transport-Security', 'Clear-Site-Data', 'Alt-Svc', 'NEL', 'Connection', 'Keep-Alive'];
    const kept = said(...names.flatMap((name) => [name, '1']), 'X-Own', '1');
    expect(Object.keys(kept).sort()).toEqual(['content-security-policy', 'referrer-policy', 'x-own', 'x-robots-tag']);
  });

  test.each([
    ['http://localhost:8080/a?b', `${ENDS.origin}/a?b`],
    ['http://127.0.0.1:8080', ENDS.origin],
    ['http://x-8080.labs.example.org/a', `${ENDS.origin}/a`],
    ['http://localhost:80801/', 'http://localhost:80801/'],
    ['http://localhost:9000/', 'http://localhost:9000/'],
    ['http://x-8080.labs.example.org.evil.example/', 'http://x-8080.labs.example.org.evil.example/'],
    ['/a', '/a'],
  ])('where it is sent: %s', (location, to) => {
    expect(said('Location', location).location).toBe(to);
  });
});
