import { describe, expect, test } from 'vitest';
import { brief } from '../testing/content.ts';
import { aLab, buildLab, builtLab, DEFINITION } from './testing.ts';

describe('the definition of a lab', () => {
  test('contains title, tabs, ports, environment and files', async () => {
    const definition = `${DEFINITION}  description: For platform people
  duration: 1h30m
  difficulty: beginner
  workshop:
    image: jdk17-environment:*
    files:
      - image:
          url: $(image_repository)/x-files:$(workshop_version)
      - path: exercises
        git:
          url: https://example.org/x
          ref: main
  request:
    parameters:
      - name: USER_EMAIL
        value: somebody@unknown.domain
  session:
    env:
      - name: LESSON_LABEL
        value: start
      - name: SECRET
        valueFrom: {secretKeyRef: {name: a, key: b}}
    ingresses:
      - {name: app, port: 8080}
      - {name: other, port: 99999}
    resources:
      memory: 2Gi
    applications:
      terminal: {enabled: true, layout: split}
      editor: {enabled: true}
      console: {enabled: false}
      examiner: {enabled: true}
    dashboards:
      - name: Editor
      - name: App
        url: $(ingress_protocol)://app.$(ingress_domain)
`;
    const { lab, findings } = await builtLab({ 'resources/workshop.yaml': definition });
    expect(lab).toMatchObject({ kind: 'workshop', id: 'spring-lab', slug: 'spring-lab', title: 'A lab', search: [] });
    expect(lab.data).toEqual({
      layout: 'classic',
      description: 'For platform people',
      duration: 5400,
      difficulty: 'beginner',
      terminalLayout: 'split',
      applications: ['terminal', 'editor', 'examiner'],
      dashboards: [
        { name: 'Editor', url: null },
        { name: 'App', url: '$(ingress_protocol)://app.$(ingress_domain)' },
      ],
      ingresses: [{ name: 'app', port: 8080 }],
      env: [{ name: 'LESSON_LABEL', value: 'start' }],
      parameters: [{ name: 'USER_EMAIL', value: 'somebody@unknown.domain' }],
      memory: '2Gi',
      image: 'jdk17-environment:*',
      environment: null,
      files: ['$(image_repository)/x-files:$(workshop_version)', 'https://example.org/x'],
    });
    expect(findings).toEqual(['resources/workshop.yaml:31 warning workshop-port']);
  });

  test('an annotation names the environment, and must be a name', async () => {
    const named = (name: string) =>
      DEFINITION.replace(
        '  name: spring-lab\n',
        `  name: spring-lab\n  annotations:\n    academy/environment: ${name}\n`,
      );
    const right = await builtLab({ 'resources/workshop.yaml': named('java-17') });
    expect(right).toMatchObject({ lab: { data: { environment: 'java-17' } }, findings: [] });
    const wrong = await builtLab({ 'resources/workshop.yaml': named('"../java"') });
    expect(wrong.lab.data.environment).toBeNull();
    expect(wrong.findings).toEqual(['resources/workshop.yaml:6 warning workshop-environment']);
  });

  test('the older version of the definition is read', async () => {
    const definition = `${DEFINITION.replace('educates.dev/v1beta1', 'eduk8s.io/v1alpha2')}  duration: 20m
  content:
    files: github.com/acme/lab
`;
    const { lab, findings } = await builtLab({ 'resources/workshop.yaml': definition });
    expect(lab.data).toMatchObject({ duration: 1200, files: ['github.com/acme/lab'] });
    expect(findings).toEqual([]);
  });

  test('a template variable in place of a number is reported', async () => {
    const definition = `${DEFINITION}  duration: \${TIME}\n  session:\n    ingresses:\n      - name: a\n        port: \${PORT}\n`;
    const { lab, findings } = await builtLab({ 'resources/workshop.yaml': definition });
    expect(lab.data).toMatchObject({ duration: null, ingresses: [] });
    expect(findings).toContain('resources/workshop.yaml:7 warning workshop-duration');
  });

  test.each([
    ['is not YAML', 'a: [', 'yaml-broken'],
    ['defines something else', 'kind: TrainingPortal\n', 'workshop-undefined'],
    ['is missing', undefined, 'workshop-undefined'],
    ['has a name that leaves the folder', DEFINITION.replace('spring-lab', '../x'), 'workshop-name'],
    ['has no spec', DEFINITION.replace(/spec:[\s\S]*/, ''), 'workshop-spec'],
    [
      'holds a YAML bomb',
      `${DEFINITION}  a: &a [1,1,1,1,1,1,1,1,1,1]\n${[...'bcdefgh'].map((name, at) => `  ${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(10)}1]\n`).join('')}`,
      'yaml-broken',
    ],
    ['is nested without end', `${DEFINITION}  a: ${'['.repeat(5000)}`, 'yaml-broken'],
  ])('a lab whose definition %s is refused', async (_what, definition, code) => {
    const result = await buildLab(aLab({ 'resources/workshop.yaml': definition }));
    expect(result.refused).toBe(true);
    expect(result.findings.map((finding) => finding.code)).toContain(code);
  });
});

describe('a definition that is a template of ytt', () => {
  test('is named as such where its name is not there', async () => {
    const definition = DEFINITION.replace(/name: .*/, "name: #@ 'lab-' + data.values.branch");
    const result = await buildLab(
      aLab({ 'resources/workshop.yaml': `#@ load("@ytt:data", "data")\n---\n${definition}` }),
    );
    expect(result.refused).toBe(true);
    expect(brief(result.findings)).toEqual(['resources/workshop.yaml:1 fatal workshop-template']);
  });

  test('is none where only a file that the lab writes is one', async () => {
    const definition = `${DEFINITION}  session:\n    env:\n      - name: FILE\n        value: |\n          #@ load("@ytt:data", "data")\n          a: #@ data.values.a\n`;
    expect((await builtLab({ 'resources/workshop.yaml': definition })).findings).toEqual([]);
  });

  test('is read as far as it has values, with a warning', async () => {
    const definition = `${DEFINITION}  duration: #@ data.values.minutes\n  difficulty: beginner # @todo\n`;
    const { lab, findings } = await builtLab({ 'resources/workshop.yaml': definition });
    expect(lab.data.difficulty).toBe('beginner');
    expect(findings).toEqual([`resources/workshop.yaml:${DEFINITION.split('\n').length} warning workshop-template`]);
  });
});

describe('pages of the classic layout', () => {
  test('active pages are shown in their order with their titles and buttons', async () => {
    const { lab, findings } = await builtLab({
      'workshop/workshop.yaml': 'modules:\n  activate:\n    - exercises/02-second\n    - 01-start\n',
      'workshop/content/exercises/02-second.md': 'Two',
    });
    expect(lab.body.pages.map(({ name, title, exitSign }) => [name, title, exitSign])).toEqual([
      ['exercises/02-second', 'Second', null],
      ['01-start', 'Start here', 'Continue'],
    ]);
    // The platform shows active pages only where modules.yaml names them.
    expect(findings).toEqual(['workshop/workshop.yaml:3 warning workshop-module-missing']);
  });

  test('missing and unused pages and titles are reported', async () => {
    const { lab, findings } = await builtLab({
      'workshop/workshop.yaml': 'modules:\n  activate:\n    - 01-start\n    - 08-test\n',
      'workshop/modules.yaml': 'modules:\n  01-start:\n    name: Start\n  09-gone:\n    name: Gone\n',
      'workshop/content/04-policy.md': 'Nobody sees this',
    });
    expect(lab.body.pages.map(({ name }) => name)).toEqual(['01-start']);
    expect(findings).toEqual([
      'workshop/content/04-policy.md:1 warning workshop-page-unused',
      'workshop/modules.yaml:5 warning workshop-module-unused',
      'workshop/workshop.yaml:4 warning workshop-page-missing',
    ]);
  });

  test('without a list of active pages the titles give the order', async () => {
    const { lab } = await builtLab({
      'workshop/workshop.yaml': undefined,
      'workshop/modules.yaml': 'modules:\n  b: {name: B}\n  01-start: {name: A}\n',
      'workshop/content/b.md': 'B',
    });
    expect(lab.body.pages.map(({ title }) => title)).toEqual(['B', 'A']);
  });
});

describe('pages of the Hugo layout', () => {
  test('with a list in the wrong form get both forms of lists as advice', async () => {
    const result = await buildLab(
      aLab({
        ...{ 'workshop/workshop.yaml': undefined, 'workshop/modules.yaml': undefined },
        'workshop/config.yaml': 'modules:\n  activate:\n  - 01-start\n',
      }),
    );
    expect(result.findings.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      'field-type: "modules" must be a list: "modules: [one, two]", or "modules:" and below it lines "  - one"; it was left out',
    ]);
  });

  const hugo = { 'workshop/workshop.yaml': undefined, 'workshop/modules.yaml': undefined };

  test('pages are sorted by weight, then by path', async () => {
    const { lab, findings } = await builtLab({
      ...hugo,
      'workshop/content/01-start.md': 'No title',
      'workshop/content/02-b/index.md': "+++\ntitle = 'Bundle'\n+++\nText",
      'workshop/content/03/deep.md': '---\ntitle: Deep\n---\nText',
      'workshop/content/09-last.md': '---\ntitle: First\nweight: 1\n---\nText',
      'workshop/content/_index.md': 'Not a page',
    });
    expect(lab.data.layout).toBe('hugo');
    expect(lab.body.pages.map(({ name, title }) => [name, title])).toEqual([
      ['09-last', 'First'],
      ['01-start', 'Start'],
      ['02-b', 'Bundle'],
      ['03/deep', 'Deep'],
    ]);
    expect(findings).toEqual([]);
  });

  test('a pathway defines the order, and its gaps are reported', async () => {
    const { lab, findings } = await builtLab({
      ...hugo,
      'workshop/config.yaml': `pathways:
  default: workshop
  paths:
    workshop:
      title: Path
      steps:
      - b
      - gone
      - 01-start
modules:
- name: b
  title: From the list
`,
      'workshop/content/b/index.md': 'B',
      'workshop/content/c.md': 'C',
    });
    expect(lab.body.pages.map(({ title }) => title)).toEqual(['From the list', 'Start']);
    expect(findings).toEqual([
      'workshop/config.yaml:8 warning workshop-page-missing',
      'workshop/content/c.md:1 warning workshop-page-unused',
    ]);
  });
});

test('a lab without pages is refused', async () => {
  const result = await buildLab(aLab({ 'workshop/content/01-start.md': undefined }));
  expect(result.refused).toBe(true);
  expect(brief(result.findings)).toEqual(['resources/workshop.yaml:1 fatal workshop-pages-missing']);
});

test('a lab in a folder of its repository keeps its file names', async () => {
  const files = new Map(
    [...aLab()].map(([file, bytes]) => [
      file.startsWith('workshop/') ? `labs/one/${file}` : 'resources/apply/one.yaml',
      bytes,
    ]),
  );
  const result = await buildLab(files, 'resources/apply/one.yaml');
  expect(result.refused).toBe(false);
});
