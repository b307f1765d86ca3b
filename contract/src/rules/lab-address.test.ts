import { expect, test } from 'vitest';
import { addressInLab, labPortOf } from './lab-address.ts';

const INGRESSES = [
  { name: 'app', port: 8080 },
  { name: 'docker-app', port: 9000 },
  { name: 'low', port: 80 },
];

test.each([
  ['http://localhost:8080', { port: 8080, path: '/' }],
  ['http://localhost:8080/greeting?name=Ada#top', { port: 8080, path: '/greeting?name=Ada#top' }],
  ['HTTP://127.0.0.1:3000?x=1', { port: 3000, path: '/?x=1' }],
  ['http://[::1]:5173/', { port: 5173, path: '/' }],
  ['{{ingress_protocol}}://{{session_namespace}}-docker-app.{{ingress_domain}}/', { port: 9000, path: '/' }],
  ['{{ ingress_protocol }}://app-{{ session_name }}.{{ ingress_domain }}', { port: 8080, path: '/' }],
  ['$(ingress_protocol)://app-$(session_namespace).$(ingress_domain)/a', { port: 8080, path: '/a' }],
  [
    '{{< param ingress_protocol >}}://app-{{< param session_name >}}.{{< param ingress_domain >}}',
    { port: 8080, path: '/' },
  ],
  [
    'https://{{ session_namespace }}-app.{{ ingress_domain }}{{ ingress_port_suffix }}/list',
    { port: 8080, path: '/list' },
  ],
  ['$(ingress_protocol)://app.$(session_hostname)', { port: 8080, path: '/' }],
  ['$(ingress_protocol)://app.$(ingress_domain)', { port: 8080, path: '/' }],
  [
    '{{ingress_protocol}}://editor-{{session_namespace}}.{{ingress_domain}}/proxy/8081/greeting',
    { port: 8081, path: '/greeting' },
  ],
])('an address leads to a port of the lab: %s', (address, port) => {
  expect(labPortOf(address, INGRESSES)).toEqual(port);
});

test.each([
  'https://example.org:8080/',
  'http://localhost/',
  'http://localhost:80/',
  'http://localhost:65536/',
  'http://localhost.example.org:8080/',
  'http://localhost:8080@example.org/',
  '{{ingress_protocol}}://{{session_namespace}}-other.{{ingress_domain}}/',
  '{{ingress_protocol}}://{{session_namespace}}-low.{{ingress_domain}}/',
  '{{ingress_protocol}}://{{session_namespace}}.{{ingress_domain}}/',
  '{{ingress_protocol}}://app-{{session_name}}.example.org/',
  'http://localhost:8080/{{session_name}}',
  'javascript:alert(1)',
  'terminal:1',
  '',
])('another address leads to no port of the lab: %s', (address) => {
  expect(labPortOf(address, INGRESSES)).toBeNull();
});

test('a path never begins like the name of another host', () => {
  expect(labPortOf('http://localhost:8080//example.org/x', [])).toEqual({ port: 8080, path: '/example.org/x' });
  expect(labPortOf('http://localhost:8080/\\example.org', [])).toBeNull();
});

test('learners read the address as programs in the lab know it', () => {
  expect(addressInLab({ port: 8080, path: '/a?b' })).toBe('http://localhost:8080/a?b');
});
