import { expect, test } from 'vitest';
import { withOwnAddresses } from './lab-addresses.ts';

const action = (name: string, settings: Record<string, unknown>) => ({ name, known: true, settings });
const CONTENT = {
  ...{ title: 'A lab', tests: [], files: [] },
  hasSolution: false,
  ingresses: [{ name: 'app', port: 8080 }],
  dashboards: [
    { name: 'App', url: '$(ingress_protocol)://app-$(session_name).$(ingress_domain)/' },
    { name: 'Docs', url: 'https://example.org/' },
  ],
  pages: [
    {
      ...{ name: '01', title: 'One', html: '', exitSign: null },
      actions: [
        action('dashboard:create-dashboard', { name: 'List', url: 'http://localhost:8080/list' }),
        action('dashboard:open-url', { url: '{{ ingress_protocol }}://app-{{ session_name }}.{{ ingress_domain }}' }),
        action('terminal:execute', { command: 'curl http://localhost:8080' }),
      ],
    },
  ],
};

test('tabs and actions have addresses of the lab as its programs know them', () => {
  const { dashboards, pages } = withOwnAddresses(CONTENT);
  expect(dashboards).toEqual([
    { name: 'App', url: 'http://localhost:8080/' },
    { name: 'Docs', url: 'https://example.org/' },
  ]);
  expect(pages[0]?.actions.map(({ settings }) => settings)).toEqual([
    { name: 'List', url: 'http://localhost:8080/list' },
    { url: 'http://localhost:8080/' },
    { command: 'curl http://localhost:8080' },
  ]);
});
