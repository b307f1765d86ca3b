import { expect, it } from 'vitest';
import { documentPolicy } from './security-headers.ts';

const sources = { scripts: [], styles: [], connect: [], frames: [], anyStyles: false, reports: '/csp-reports' };

it('violations are reported by name over https, by address elsewhere', () => {
  expect(documentPolicy({ ...sources, namesReports: true })).toMatch(/; report-uri \/csp-reports; report-to csp$/);
  // A browser that supports names ignores the address, and resolves names over https only.
  expect(documentPolicy({ ...sources, namesReports: false })).toMatch(/; report-uri \/csp-reports$/);
});
