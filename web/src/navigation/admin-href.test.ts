import { expect, test } from 'vitest';
import { withAcademy } from './admin-href.ts';

test('links of the administration stay with the academy', () => {
  expect(withAcademy('/admin/labs', 'q=x&tenant=kube')).toBe('/admin/labs?tenant=kube');
  expect(withAcademy('/admin/labs', 'q=x')).toBe('/admin/labs');
  expect(withAcademy('/admin/labs', 'tenant=a%26b')).toBe('/admin/labs?tenant=a%26b');
});
