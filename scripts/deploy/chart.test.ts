import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '@academy/bench/root';
import { SECRET_SETTINGS, SETTINGS } from '@academy/server/composition/settings';
import { Ajv } from 'ajv';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
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
      ACADEMY_LAB_ENGINES: 'spring=sandbox',
    },
    labHosts: {
      enabled: true,
      image: { repository: 'images.example.org/academy-lab-host', tag: '1.2.3' },
      replicas: 3,
      settings: { ACADEMY_LAB_SANDBOXES: 30, ACADEMY_LAB_ENVIRONMENTS: '/environments' },
      drainMinutes: 90,
      secrets: { ACADEMY_LAB_HOST_SECRET: 'a secret of a trial that is long enough' },
      nodeSelector: { 'example.org/pool': 'labs' },
      tolerations: [{ key: 'example.org/labs', operator: 'Exists', effect: 'NoSchedule' }],
      volumes: [{ name: 'environments', persistentVolumeClaim: { claimName: 'environments' } }],
      volumeMounts: [{ name: 'environments', mountPath: '/environments', readOnly: true }],
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
      hosts: ['spring.example.org', 'login.example.org', '*.academy-labs.example.net'],
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
  ...{ ConfigMap, CronJob, Secret, Service, ServiceAccount, StatefulSet },
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
    for (const { metadata, spec } of one('Service')) {
      const isOfLabs = /-lab-hosts?\b/.test(metadata.name);
      const pod = { ...(isOfLabs ? one('StatefulSet')[0] : deployment)?.spec.template.metadata.labels };
      if (isOfLabs) pod['statefulset.kubernetes.io/pod-name'] = metadata.name;
      expect(pod, metadata.name).toMatchObject(spec.selector);
    }

    expect(objects.map(({ kind }) => kind).toSorted()).toEqual(
      {
        'the least that an academy needs': [
          ...['ConfigMap', 'Deployment', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Service', 'Service'],
        ],
        'another provider': ['ConfigMap', 'Deployment', 'Service'],
        everything: [
          ...['ConfigMap', 'CronJob', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'Job', 'NetworkPolicy'],
          ...['NetworkPolicy', 'PodDisruptionBudget', 'PodDisruptionBudget', 'Secret', 'Secret'],
          ...['Service', 'Service', 'Service', 'Service', 'Service', 'Service'],
          ...['ServiceAccount', 'ServiceMonitor', 'StatefulSet'],
        ],
      }[name],
    );

    // The academy itself reads the settings as the pod would get them.
    const folder = mkdtempSync(join(tmpdir(), 'academy-chart-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const made = one('Secret').map(({ stringData }) => stringData);
    const secrets: Record<string, string> = Object.assign({ ...GIVEN.everything.secrets }, ...made);
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

  test('lab hosts have a node pool, a secret and a network of their own', () => {
    if (missing !== null) return console.warn(`Not rendered: ${missing}`);
    const objects = render(GIVEN.everything);
    const named = (kind: string, name: string) =>
      objects.find((object) => object.kind === kind && object.metadata.name === name);
    const { labHosts } = GIVEN.everything;
    const { replicas, template } = named('StatefulSet', 'academy-lab-host')?.spec ?? {};
    const { spec, metadata } = template;
    expect(replicas).toBe(labHosts.replicas);
    expect(spec).toMatchObject({ nodeSelector: labHosts.nodeSelector, tolerations: labHosts.tolerations });
    const [spread] = spec.topologySpreadConstraints;
    expect(spread).toMatchObject({
      topologyKey: 'kubernetes.io/hostname',
      labelSelector: { matchLabels: metadata.labels },
    });
    // Nobody on the node, and nothing but what sandboxes need.
    expect(spec).toMatchObject({ automountServiceAccountToken: false, hostUsers: false });
    expect(named('ServiceAccount', spec.serviceAccountName)).toMatchObject({ automountServiceAccountToken: false });
    const [container] = spec.containers;
    expect(container.securityContext).toMatchObject({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      ...{ procMount: 'Unmasked', seccompProfile: { type: 'Unconfined' } },
    });
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(container[probe].httpGet).toEqual({ path: '/health/live', port: 'labs' });
    // A stop lets labs go on.
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(labHosts.drainMinutes * 60);

    // Of secrets they have their own alone, and of the settings none of the academy's.
    expect(container.envFrom).toBeUndefined();
    const variables = Object.fromEntries(
      container.env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    expect(variables).toEqual({
      ACADEMY_LAB_SANDBOXES: '30',
      ACADEMY_LAB_ENVIRONMENTS: '/environments',
      ACADEMY_LAB_HOST_LISTEN: '0.0.0.0:4000',
      ACADEMY_LAB_HOST_DRAIN_MINUTES: '90',
      ACADEMY_LAB_HOST_SECRET_FILE: '/run/secrets/lab-host/ACADEMY_LAB_HOST_SECRET',
    });
    const mounted = spec.volumes.flatMap(({ secret }: { secret?: { secretName: string } }) => secret?.secretName ?? []);
    expect(mounted).toEqual(['academy-lab-host']);
    expect(Object.keys(named('Secret', 'academy-lab-host')?.stringData ?? {})).toEqual(['ACADEMY_LAB_HOST_SECRET']);
    const { ingress, egress } = named('NetworkPolicy', 'academy-lab-host')?.spec ?? {};
    const servers = named('Deployment', 'academy')?.spec.selector;
    expect(ingress[0].from[0].podSelector).toEqual(servers);
    expect(egress[1].to[0].ipBlock.except).toContain('169.254.0.0/16');

    // Servers and the ingress know each by its name; a pod that drains keeps it.
    const hosts = named('ConfigMap', 'academy')?.data?.ACADEMY_LAB_HOSTS?.split(',');
    expect(hosts).toHaveLength(labHosts.replicas);
    expect(hosts?.[2]).toBe('host2=http://academy-lab-host-2.academy-lab-hosts:4000');
    expect(named('Service', 'academy-lab-hosts')?.spec).toMatchObject({ publishNotReadyAddresses: true });
    const [academy, , pages] = named('Ingress', 'academy')?.spec.rules ?? [];
    const ways = academy.http.paths.map(
      ({ path, backend }: { path: string; backend: { service: { name: string } } }) =>
        `${path} ${backend.service.name}`,
    );
    expect(ways.slice(2)).toEqual(['/api/v1/labs/hosts/00000002 academy-lab-host-2', '/ academy']);
    expect(pages.http.paths).toHaveLength(1);
    // Servers make no namespaces.
    const [server] = named('Deployment', 'academy')?.spec.template.spec.containers ?? [];
    expect(server.securityContext).not.toHaveProperty('procMount');
  });

  test('says which of database, hosts, claim, secret and bounds it lacks', () => {
    if (missing !== null) return console.warn(`Not rendered: ${missing}`);
    expect(() => render({})).toThrow('Set existingSecret');
    expect(() => render({ existingSecret: 'academy', ingress: { enabled: true } })).toThrow('ingress.hosts');
    expect(() => render({ existingSecret: 'academy', backup: { enabled: true } })).toThrow('backup.claim');
    expect(() => render({ existingSecret: 'academy', labHosts: { enabled: true } })).toThrow('labHosts.existingSecret');
    const twice = { settings: { ACADEMY_LAB_HOSTS: 'one=http://10.0.0.21:4000' }, labHosts: { enabled: true } };
    expect(() => render({ existingSecret: 'academy', ...twice })).toThrow('choose one of them');
    expect(() => render({ existingSecret: 'academy', autoscaling: { enabled: true, min: 7 } })).toThrow(
      'autoscaling.max',
    );
  });
});
