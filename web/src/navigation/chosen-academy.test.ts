import { expect, test } from 'vitest';
import { academyOf, searchOfAcademy } from './chosen-academy.ts';

const ACADEMIES = ['spring', 'kube', 'tanzu'];

test.each([
  ['', 'spring'],
  ['tenant=kube', 'kube'],
  ['q=x&tenant=tanzu', 'tanzu'],
  ['tenant=nowhere', 'spring'],
  ['tenant=', 'spring'],
  ['tenant=constructor', 'spring'],
])('on pages of spring %j is about %s', (search, academy) => {
  expect(academyOf(search, 'spring', ACADEMIES)).toBe(academy);
});

test.each([
  ['', 'kube', '?tenant=kube'],
  ['tenant=kube', 'spring', ''],
  ['tenant=kube&q=word', 'tanzu', '?q=word&tenant=tanzu'],
  ['density=compact&from=2030-01-01&page=7&open=1&course=rest', 'kube', '?density=compact&from=2030-01-01&tenant=kube'],
])('another academy for %j: %s', (search, academy, expected) => {
  expect(searchOfAcademy(search, academy, 'spring')).toBe(expected);
});
