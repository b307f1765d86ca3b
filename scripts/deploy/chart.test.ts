import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '@academy/bench/root';
import { SECRET_SETTINGS, SETTINGS } from '@academy/server/composition/settings';
import { Ajv } from 'ajv';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { missingPrograms } from './machine.fixture.ts';

const CHART = join(ROOT, 'deploy/helm/academy');
const read = (file: string) => readFileSync(join(CHART, file), 'utf8');
const defaults = parse(read('values.yaml')) as Record<string, unknown>;
const isValid = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(read('values.schema.json')) as object);

/** Values that operators give. */
const GIVEN = {
  'the least that an academy needs': {
    image: { repository: 'images.example.org/academy' },
    existingSecret: 'academy',
    settings: {
      ACADEMY_IDENTITY: 'embedded',
      ACADEMY_ISSUER: 'https://login.example.org/idp/',
      ACADEMY_TENANT_ORIGINS:
        'spring=https://spring.example.org,kube=https://kube.example.org,tanzu=https://tanzu.example.org',
      ACADEMY_MAIL_FROM: 'academy@example.org',
    },
  },
  'another provider': {
    existingSecret: 'academy',
    existingSecretKeys: ['DATABASE_URL', 'ACADEMY_KEY_SECRET'],
    settings: {
      ACADEMY_ISSUER: 'https://login.example.com/',
      ACADEMY_AUDIENCE: 'academy',
      ACADEMY_TENANT_ORIGINS:
        'spring=https://spring.example.org,kube=https://kube.example.org,tanzu=https://tanzu.example.org',
    },
    metrics: { enabled: false },
    networkPolicy: { enabled: false },
    migrations: { enabled: false },
    replicas: 1,
  },
  everything: {
    image: { repository: 'images.example.org/academy', tag: '1.2.3', pullPolicy: 'Always' },
    imagePullSecrets: [{ name: 'registry' }],
    autoscaling: { enabled: true, min: 3, max: 12, cpu: 60 },
    secrets: {
      DATABASE_URL: 'postgres://academy:secret@database/academy',
      ACADEMY_KEY_SECRET: 'a key secret of a trial: it has "quotes"',
      ACADEMY_SMTP_URL: 'smtp://mail.example.org:587',
    },
    settings: {
      ACADEMY_IDENTITY: 'embedded',
      ACADEMY_ISSUER: 'https://login.example.org/idp/',
      ACADEMY_TENANT_ORIGINS:
        'spring=https://spring.example.org,kube=https://kube.example.org,tanzu=https://tanzu.example.org',
      ACADEMY_MAIL_FROM: 'academy@example.org',
      ACADEMY_CONTENT_PUSH_BYTES: 26214400,
    },
    drainSeconds: 20,
    nodeSelector: { 'kubernetes.io/arch': 'amd64' },
    tolerations: [{ key: 'academy', operator: 'Exists', effect: 'NoSchedule' }],
    volumes: [{ name: 'brands', configMap: { name: 'academy-brands' } }],
    volumeMounts: [{ name: 'brands', mountPath: '/brands', readOnly: true }],
    backup: { enabled: true, claim: 'academy-backups', recipient: 'age1qyqszqgpqyqszqgpqyqszqgpqyqszqgp' },
    podAnnotations: { 'example.org/team': 'learning' },
    ingress: {
      enabled: true,
      className: 'nginx',
      annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '26m' },
      hosts: ['spring.example.org', 'login.example.org'],
      tlsSecret: 'academy-tls',
    },
    metrics: { serviceMonitor: true },
  },
} as const;

describe('the values of the chart', () => {
  test('are those that the schema knows, each with its meaning', () => {
    expect(isValid(defaults), JSON.stringify(isValid.errors)).toBe(true);
    const known = Object.keys((JSON.parse(read('values.schema.json')) as { properties: object }).properties);
    expect(known.filter((key) => key !== 'global')).toEqual(Object.keys(defaults));
  });

  test.each(Object.entries(GIVEN))('may be %s', (_name, given) => {
    expect(isValid(given), JSON.stringify(isValid.errors)).toBe(true);
  });

  test('keep secrets out of the settings, which everybody in a cluster can read', () => {
    for (const name of SECRET_SETTINGS)
      expect(isValid({ settings: { [SETTINGS[name].name]: 'x' } }), SETTINGS[name].name).toBe(false);
    expect(isValid({ setings: {} })).toBe(false);
  });

  test('refuse empty settings, which servers would refuse at their start', () => {
    for (const empty of ['', ' ', ',']) expect(isValid({ settings: { ACADEMY_FIRST_ADMIN: empty } })).toBe(false);
    expect(isValid({ secrets: { DATABASE_URL: '' } })).toBe(false);
  });
});

interface Rendered {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string>; labels: Record<string, string> };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: checked by the models of each kind
  spec: any;
}
const MODELS = {
  ...{ Deployment, HorizontalPodAutoscaler, Job, Ingress, NetworkPolicy, PodDisruptionBudget },
  ...{ ConfigMap, CronJob, Secret, Service },
};
const GO_PATH = '/usr/share/gocode';
const missing =
  missingPrograms(['go'], { asRoot: false }) ??
  (existsSync(join(GO_PATH, 'src/github.com/Masterminds/sprig'))
    ? null
    : 'golang-github-masterminds-sprig-dev is missing');

// Compiles the renderer: in the long run only.
describe.skipIf(process.env.ACADEMY_TEST_ALL !== '1')('the rendered chart', { timeout: 120_000 }, () => {
  function render(values: object): Rendered[] {
    const folder = mkdtempSync(join(tmpdir(), 'academy-chart-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'values.yaml'), stringify(values));
    const text = execFileSync(
      'go',
      ['run', join(import.meta.dirname, 'render-chart.go'), CHART, 'academy', join(folder, 'values.yaml')],
      { env: { ...process.env, GO111MODULE: 'off', GOPATH: GO_PATH }, encoding: 'utf8', stdio: 'pipe' },
    );
    return parseAllDocuments(text, { merge: true })
      .map((document) => document.toJS() as Rendered | null)
      .filter((one) => one !== null);
  }

  test.each(Object.entries(GIVEN))('of %s is what Kubernetes and the academy accept', (name, given) => {
    if (missing !== null) return console.warn(`Not rendered: ${missing}`);
    const objects = render(given);
    for (const object of objects) {
      if (object.kind === 'ServiceMonitor') continue;
      const Model = MODELS[object.kind as keyof typeof MODELS];
      expect(Model, object.kind).toBeDefined();
      expect(() => new Model(object as never).validate(), `${object.kind} ${object.metadata.name}`).not.toThrow();
    }
    const one = (kind: string) => objects.filter((object) => object.kind === kind);
    const [deployment] = one('Deployment');
    const pods = [
      ...[deployment, ...one('Job')].map((object) => object?.spec.template),
      ...one('CronJob').map((object) => object.spec.jobTemplate.spec.template),
    ];
    for (const { spec, metadata } of pods) {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(spec.automountServiceAccountToken).toBe(false);
      expect(spec.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(spec.containers[0].env.every((variable: { name: string }) => variable.name.endsWith('_FILE'))).toBe(true);
      // Only servers get requests.
      const isServer = metadata.labels['app.kubernetes.io/name'] === 'academy';
      expect(isServer).toBe(spec === deployment?.spec.template.spec);
    }
    // What a server may have, jobs may have, too: brands, certificates, and where they may run.
    const { nodeSelector, tolerations, volumes } = deployment?.spec.template.spec ?? {};
    for (const { spec } of pods) {
      expect(spec).toMatchObject({ ...(nodeSelector && { nodeSelector }), ...(tolerations && { tolerations }) });
      expect(spec.volumes).toEqual(expect.arrayContaining(volumes));
      const mounts = deployment?.spec.template.spec.containers[0].volumeMounts;
      expect(spec.containers[0].volumeMounts).toEqual(expect.arrayContaining(mounts));
    }
    const { terminationGracePeriodSeconds: grace, containers } = deployment?.spec.template.spec ?? {};
    const drain = Number(one('ConfigMap')[0]?.data?.ACADEMY_DRAIN_SECONDS);
    const [, pause] = containers[0].lifecycle.preStop.exec.command;
    expect(grace).toBeGreaterThanOrEqual(drain + Number(pause) + 10);
    for (const service of one('Service'))
      expect(deployment?.spec.template.metadata.labels).toMatchObject(service.spec.selector);

    expect(objects.map(({ kind }) => kind).toSorted()).toEqual(
      {
        'the least that an academy needs': [
          ...['ConfigMap', 'Deployment', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Service', 'Service'],
        ],
        'another provider': ['ConfigMap', 'Deployment', 'Service'],
        everything: [
          ...['ConfigMap', 'CronJob', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'Job', 'NetworkPolicy'],
          ...['PodDisruptionBudget', 'Secret', 'Service', 'Service', 'ServiceMonitor'],
        ],
      }[name],
    );

    // The academy itself reads the settings as the pod would get them.
    const folder = mkdtempSync(join(tmpdir(), 'academy-chart-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const secrets: Record<string, string> = one('Secret')[0]?.stringData ?? GIVEN.everything.secrets;
    const files = containers[0].env.map((variable: { name: string }) => {
      const key = variable.name.replace(/_FILE$/, '');
      writeFileSync(join(folder, key), secrets[key] ?? '');
      return [variable.name, join(folder, key)];
    });
    const printed = execFileSync(process.execPath, [join(ROOT, 'cli/src/main.ts'), 'config', '--print', '--json'], {
      env: {
        PATH: process.env.PATH,
        ACADEMY_HOST: '0.0.0.0',
        ACADEMY_DATA: folder,
        ...one('ConfigMap')[0]?.data,
        ...Object.fromEntries(files),
      },
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(printed).toContain('spring.example.org');
  });

  test('says which of database, hosts, claim and bounds it lacks', () => {
    if (missing !== null) return console.warn(`Not rendered: ${missing}`);
    expect(() => render({})).toThrow('Set existingSecret');
    expect(() => render({ existingSecret: 'academy', ingress: { enabled: true } })).toThrow('ingress.hosts');
    expect(() => render({ existingSecret: 'academy', backup: { enabled: true } })).toThrow('backup.claim');
    expect(() => render({ existingSecret: 'academy', autoscaling: { enabled: true, min: 7 } })).toThrow(
      'autoscaling.max',
    );
  });
});
