import { expect, test } from 'vitest';
import { builtPage, DEFINITION } from './testing.ts';

const TEXT = 'A cup of {{ DRINK }}.\n\n```execute\necho {{ DRINK }} {{ SIZE }} {{ policy_name }}\n```';
const LISTED =
  'modules:\n  01-start: {name: A}\nconfig:\n  vars:\n  - name: DRINK\n    value: tea\n  - name: SIZE\n    value: 3\n    aliases: [CUP]\n';

test('variables of modules.yaml are filled into text and commands', async () => {
  const page = await builtPage(TEXT, { 'workshop/modules.yaml': LISTED });
  expect(page.html).toContain('A cup of tea.');
  expect(page.actions[0]?.settings.command).toBe('echo tea 3 {{ policy_name }}');
  expect(page.findings).toEqual([]);
});

test('values of workshop.yaml win, and those of the environment over both', async () => {
  const page = await builtPage(TEXT, {
    'workshop/modules.yaml': LISTED,
    'workshop/workshop.yaml': 'modules:\n  activate: [01-start]\nvars:\n  DRINK: milk\n  MORE: x\n',
    'resources/workshop.yaml': `${DEFINITION}  session:\n    env:\n    - {name: CUP, value: large}\n`,
  });
  expect(page.actions[0]?.settings.command).toBe('echo milk large {{ policy_name }}');
});

test('parameters of config.yaml are filled, those of the pathway win', async () => {
  const config =
    'params:\n- name: drink\n  value: tea\n- name: size\n  value: small\npathways:\n  default: long\n  paths:\n    long:\n      params:\n      - {name: size, value: large}\n';
  const text = '{{< param drink >}}, {{% param "size" %}}, {{< param pathway_name >}}, {{< param ingress_domain >}}';
  const page = await builtPage(text, { layout: 'hugo', 'workshop/config.yaml': config });
  expect(page.html).toBe('<p>tea, large, long, <span class="lab-variable">ingress_domain</span></p>');
  expect(page.findings).toEqual([]);
});

test('a parameter that nobody defines is shown by its name and reported', async () => {
  const page = await builtPage('A\n\n{{< param DRINK >}}', { layout: 'hugo' });
  expect(page.html).toContain('<span class="lab-variable">DRINK</span>');
  expect(page.findings).toEqual(['workshop/content/01-start.md:3 warning variable-unknown']);
});

test('a name that is none is reported', async () => {
  const page = await builtPage('A', {
    'workshop/modules.yaml': 'modules:\n  01-start: {name: A}\nconfig:\n  vars:\n  - name: "a b"\n    value: x\n',
  });
  expect(page.findings).toEqual(['workshop/modules.yaml:5 warning variable-name']);
});

test('what stands in a value is no markup of the lab', async () => {
  const modules =
    'modules:\n  01-start: {name: A}\nconfig:\n  vars:\n  - name: X\n    value: "{{ session_name }} <script>alert(1)</script>"\n';
  const page = await builtPage('{{ X }}', { 'workshop/modules.yaml': modules });
  expect(page.html).not.toContain('<script');
});
