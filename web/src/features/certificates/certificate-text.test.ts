import { expect, test } from 'vitest';
import { artOf, contentText, dayOf, linkedInAddress } from './certificate-text.ts';

test('a certificate is added to a profile with everything that it says', () => {
  const page = {
    title: 'R&D #1: "Tests" + more',
    organization: 'Spring Academy',
    issuedAt: '2026-11-30T23:59:59.000Z',
    url: 'https://spring.example.org/certificates/1',
    certificateId: '1',
  };
  const address = new URL(linkedInAddress(page));
  expect(address.host).toBe('www.linkedin.com');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: page.title,
    organizationName: 'Spring Academy',
    issueYear: '2026',
    issueMonth: '11',
    certUrl: page.url,
    certId: '1',
  });
  expect(address.search).not.toContain('+');
});

test('the day of issue is the same wherever it is read', () => {
  expect(dayOf('2026-11-22T23:59:59.000Z')).toBe('November 22, 2026');
  expect(dayOf('2026-11-22T00:00:00.000Z')).toBe('November 22, 2026');
});

test('what was learned is counted in lessons, and in time where known', () => {
  expect(contentText({ lessonsCount: 12, duration: 13_200 })).toBe('12 lessons, 3 h 40 min');
  expect(contentText({ lessonsCount: 1, duration: 0 })).toBe('1 lesson');
});

test('the picture is the one of the course while there is one', () => {
  expect(artOf({ path: '/courses/a%20b', itemId: 'id' })).toBe('a b');
  expect(artOf({ path: null, itemId: 'id' })).toBe('id');
});
