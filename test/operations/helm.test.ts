/** deploy/helm, as Helm renders it. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { IPod } from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';
import { parseConfig } from '../../src/config/config.js';
import { ALL_VARIABLES } from '../../src/config/variables.js';
import { helm } from '../support/helm.js';
import { releasedImage } from '../support/released-image.js';

const CHART = 'deploy/helm/social-publishing';
const text = (name: string) => readFile(name, 'utf8');
const [packageJson, dockerfile, operating] = await Promise.all([
  text('package.json').then(JSON.parse),
  text('deploy/Dockerfile'),
  text('docs/operating.md'),
]);
const HEALTH_CHECKS = [...operating.matchAll(/`GET (\/health\S*)`/g)].map(([, route]) => route);
const USER = Number(/^USER (\d+)/m.exec(dockerfile)?.[1]);

interface Manifest {
  apiVersion: string;
  kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own shape, which its schema checks
  [key: string]: any;
}

const SMALLEST = { existingSecret: 'service-secrets', publicUrl: 'https://publishing.example.com' };
const CONFIG = {
  MAIL_FROM: 'Social publishing <no-reply@example.com>',
  S3_BUCKET: 'publishing',
  S3_REGION: 'eu-central-1',
  S3_PUBLIC_URL: 'https://publishing.s3.eu-central-1.amazonaws.com',
  // Helm reads numbers as floating point, and prints those of this size with an exponent.
  MAX_BODY_BYTES: 104_857_600,
  SIGN_UP: false,
};
const ALL = {
  ...SMALLEST,
  config: CONFIG,
  imagePullSecrets: ['registry'],
  monitoring: { podMonitor: true, prometheusRule: true, labels: { release: 'prometheus' } },
  backup: {
    enabled: true,
    existingSecret: 'backup-secrets',
    copy: { enabled: true, objects: 'bucket:publishing', remote: 'offsite:backups' },
  },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'helm-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function withValues(values: object, ...args: string[]): Promise<string> {
  const file = path.join(folder, `${randomBytes(4).toString('hex')}.json`);
  await writeFile(file, JSON.stringify(values));
  return helm(...args, '--values', file);
}

const manifestsOf = (rendered: string): Manifest[] => parseAllDocuments(rendered).map((document) => document.toJS());
const render = async (values: object, { release = 'social-publishing', chart = CHART } = {}) =>
  manifestsOf(await withValues(values, 'template', release, chart));
const refusal = (values: object): Promise<string> =>
  render(values).then(
    () => 'accepted',
    ({ stderr }) => stderr,
  );

const ofKind = (manifests: Manifest[], kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const podOf = ({ kind, spec }: Manifest) =>
  kind === 'CronJob' ? spec.jobTemplate.spec.template : kind === 'Deployment' || kind === 'Job' ? spec.template : null;
const podsOf = (manifests: Manifest[]) => manifests.map(podOf).filter((pod) => pod !== null);
const containersOf = (pod: Manifest) => [...(pod.spec.initContainers ?? []), ...pod.spec.containers];
const valuesOf = (env: { name: string; value: string }[]) =>
  Object.fromEntries(env.map(({ name, value }) => [name, value]));
const pick = ({ env, envFrom, image }: Manifest) => ({ env, envFrom, image });
const selects = (selector: Record<string, string>, labels: Record<string, string>) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

test('Helm finds no mistake in it', async () => {
  expect(await withValues(ALL, 'lint', '--strict', CHART)).toContain('0 chart(s) failed');
});

test.each([
  ['the two values that are required', SMALLEST, 0],
  ['everything', ALL, 1],
])('it is valid by the schemas of Kubernetes and of the Prometheus operator, with %s', async (_what, values, extra) => {
  const manifests = await render(values);
  const counts: Record<string, number> = {};
  for (const { kind } of manifests) counts[kind] = (counts[kind] ?? 0) + 1;
  expect(counts).toEqual({
    ...{ Deployment: 2, PodDisruptionBudget: 2, Service: 1, Ingress: 1, NetworkPolicy: 1, Job: 1 },
    ...(extra ? { ConfigMap: 1, PersistentVolumeClaim: 1, CronJob: 1, PodMonitor: 1, PrometheusRule: 1 } : {}),
  });
  for (const manifest of manifests) {
    const isOfOperator = manifest.apiVersion.startsWith('monitoring.coreos.com/');
    const models = await import(
      `${isOfOperator ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'}/${manifest.apiVersion}`
    );
    const Model = models[manifest.kind];
    new Model(manifest).validate();
    expect(() => new Model({ ...manifest, spec: 7, data: 7 }).validate()).toThrow('must be');
  }
});

test('its values are those of the schema, each with a default', async () => {
  const leaves = (value: unknown, at: string): string[] =>
    value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 0
      ? Object.entries(value).flatMap(([name, next]) => leaves(next, `${at}.${name}`))
      : [at];
  type Schema = { properties?: Record<string, Schema> };
  const inSchema = ({ properties }: Schema, at: string): string[] =>
    properties === undefined
      ? [at]
      : Object.entries(properties).flatMap(([name, next]) => inSchema(next, `${at}.${name}`));
  const given = leaves(parse(await text(`${CHART}/values.yaml`), { merge: true }), '');
  const known = inSchema(JSON.parse(await text(`${CHART}/values.schema.json`)), '');
  // Maps whose names are the operator's; `global` is Helm's own.
  const maps = known.filter((name) => !given.includes(name));
  expect(known.length).toBeGreaterThan(40);
  for (const name of maps.filter((one) => one !== '.global' && !/resources\.claims$/.test(one))) {
    expect(given.some((one) => one.startsWith(`${name}.`))).toBe(true);
  }
});

test('a wrong value is refused with a sentence', async () => {
  expect(await refusal({ ...SMALLEST, existingSecret: undefined })).toContain("at '/existingSecret'");
  expect(await refusal({ ...SMALLEST, publicUrl: 'http://publishing.example.com' })).toContain("at '/publicUrl'");
  expect(await refusal({ ...SMALLEST, api: { replica: 3 } })).toContain("'replica' not allowed");
  expect(await refusal({ ...SMALLEST, backup: { enabled: true } })).toContain("at '/backup");
});

test('a secret among the values that are not secret is refused: it would replace that of the Secret', async () => {
  const secrets = Object.entries(ALL_VARIABLES).flatMap(([name, variable]) => (variable.meta()?.secret ? [name] : []));
  expect(secrets).toEqual(expect.arrayContaining(['ENCRYPTION_KEYS', 'SMTP_URL', 'SKYFEED_CLIENT_SECRET']));
  const message = await refusal({ ...SMALLEST, config: Object.fromEntries(secrets.map((name) => [name, 'x'])) });
  expect(secrets.filter((name) => !message.includes(`'${name}'`))).toEqual([]);
});

test('commands of the documentation wait for longer than the migrations may take', async () => {
  const { migrations } = parse(await text(`${CHART}/values.yaml`), { merge: true });
  const commands = operating.match(/^helm (install|upgrade)(.*\\\n)*.*$/gm) ?? [];
  expect(commands).toHaveLength(2);
  for (const command of commands) {
    const [, minutes] = / --timeout (\d+)m\b/.exec(command) ?? [];
    expect(Number(minutes) * 60).toBeGreaterThan(migrations.timeoutSeconds);
  }
});

test('every process gets a configuration that the service accepts', async () => {
  const deployments = ofKind(await render(ALL), 'Deployment');
  const roles = deployments.map((deployment) => {
    const [container] = podOf(deployment).spec.containers;
    expect(container.envFrom).toEqual([{ secretRef: { name: 'service-secrets' } }]);
    const env = valuesOf(container.env);
    expect(Object.keys(env).filter((name) => !(name in ALL_VARIABLES))).toEqual([]);
    const secrets = {
      DATABASE_URL: 'postgres://social_publishing:password@postgres.internal:5432/social_publishing',
      ENCRYPTION_KEYS: randomBytes(32).toString('base64'),
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    const config = parseConfig({ ...env, ...secrets });
    expect([config.s3?.bucket, config.http.maxBodyBytes, config.http.publicUrl]).toEqual([
      'publishing',
      104_857_600,
      'https://publishing.example.com',
    ]);
    return [...config.roles];
  });
  expect(roles).toEqual([['api'], ['worker']]);
});

test('a job migrates before an installation and an upgrade, not at a rollback, and the pods do not', async () => {
  const manifests = await render(ALL);
  const [job] = ofKind(manifests, 'Job');
  expect(job?.metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade');
  expect(podOf(job as Manifest).spec.containers[0].args).toEqual(['.build/service/admin-main.js', 'migrate']);
  for (const { spec } of podsOf(ofKind(manifests, 'Deployment'))) {
    expect(valuesOf(spec.containers[0].env).MIGRATE_AT_START).toBe('false');
  }
  const without = await render({ ...ALL, migrations: { job: false } });
  expect(ofKind(without, 'Job')).toEqual([]);
  for (const { spec } of podsOf(ofKind(without, 'Deployment'))) {
    expect(valuesOf(spec.containers[0].env).MIGRATE_AT_START).toBeUndefined();
  }
});

test('probes request health checks that exist, at the port of the image', async () => {
  for (const { spec } of podsOf(ofKind(await render(ALL), 'Deployment'))) {
    const [container] = spec.containers;
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      expect(HEALTH_CHECKS).toContain(container[probe].httpGet.path);
      expect(container[probe].httpGet.port).toBe('http');
    }
    expect(container.ports).toEqual([
      { name: 'http', containerPort: Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]) },
      { name: 'metrics', containerPort: Number(valuesOf(container.env).METRICS_PORT) },
    ]);
    expect(container.image).toBe(`${await releasedImage()}:v${packageJson.version}`);
  }
});

test('every pod runs unprivileged on a read-only root, with limits, and longer than the service takes to stop', async () => {
  const manifests = await render(ALL);
  const pods = podsOf(manifests);
  expect(pods).toHaveLength(4);
  for (const pod of pods) {
    expect(pod.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: USER, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const container of containersOf(pod)) {
      expect(container.resources.limits.memory).toEqual(expect.any(String));
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  }
  for (const { spec } of podsOf(ofKind(manifests, 'Deployment'))) {
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(parseConfig({}).stopTimeoutSeconds);
  }
});

test('every selector selects the pods that it is about, and no other', async () => {
  const manifests = await render(ALL);
  const pods = podsOf(manifests).map(({ metadata }) => metadata.labels);
  const selected = (selector: Record<string, string>) =>
    pods
      .filter((labels) => selects(selector, labels))
      .map((labels) => labels['app.kubernetes.io/component'])
      .sort();
  for (const kind of ['Deployment', 'PodDisruptionBudget']) {
    expect(ofKind(manifests, kind).map(({ spec }) => selected(spec.selector.matchLabels))).toEqual([
      ['api'],
      ['worker'],
    ]);
  }
  expect(selected(ofKind(manifests, 'Service')[0]?.spec.selector)).toEqual(['api']);
  expect(selected(ofKind(manifests, 'NetworkPolicy')[0]?.spec.podSelector.matchLabels)).toEqual([
    'api',
    'backup',
    'migrations',
    'worker',
  ]);
  for (const { spec } of podsOf(ofKind(manifests, 'Deployment'))) {
    const [constraint] = spec.topologySpreadConstraints;
    expect(selected(constraint.labelSelector.matchLabels)).toEqual([spec.containers[0].name]);
  }
});

test('two releases in one namespace share nothing', async () => {
  const namesOf = (manifests: Manifest[]) => manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  const [one, other] = [await render(ALL), await render(ALL, { release: 'second' })];
  expect(namesOf(one).filter((name) => namesOf(other).includes(name))).toEqual([]);
  const long = await Promise.all(['1', '2'].map((last) => render(ALL, { release: `${'a'.repeat(52)}${last}` })));
  const [first = [], second = []] = long.map(namesOf);
  expect(first.filter((name) => second.includes(name))).toEqual([]);
  const [selector] = ofKind(one, 'Service').map(({ spec }) => spec.selector);
  expect(podsOf(other).filter(({ metadata }) => selects(selector, metadata.labels))).toEqual([]);
});

test.each([
  ['social-publishing', 'social-publishing'],
  ['social-publishing-staging', 'social-publishing-staging'],
  ['staging', 'staging-social-publishing'],
  // The longest names that Helm allows, which are equal at first.
  [`${'a'.repeat(52)}1`, expect.stringMatching(/^a{15}-[0-9a-f]{6}-social-publishing$/)],
  [`${'a'.repeat(52)}2`, expect.stringMatching(/^a{15}-[0-9a-f]{6}-social-publishing$/)],
  [`${'a'.repeat(35)}-social-publishing`, expect.stringMatching(/^a{15}-[0-9a-f]{6}-social-publishing$/)],
])('the alerts find the backup of every release: %s', async (release, name) => {
  const rules = await text('deploy/prometheus/alerts.yml');
  const patterns = [...rules.matchAll(/cronjob=~"(.*?)"/g)].map(([, pattern]) => new RegExp(`^(?:${pattern})$`));
  expect(patterns).toHaveLength(2);
  const manifests = await render(ALL, { release });
  const [service] = ofKind(manifests, 'Service');
  expect(service?.metadata.name).toEqual(name);
  const [job] = ofKind(manifests, 'CronJob');
  for (const pattern of patterns) expect(job?.metadata.name).toMatch(pattern);
});

test('the pods of a restore are made as the documentation says, with the environment of the chart, and of no selector', async () => {
  const manifests = await render(ALL);
  const [, program = ''] = /^ {2}jq .*? '(.*?)'/ms.exec(await text('docs/backups.md')) ?? [];
  const jq = await (await import('jq-wasm/inline')).loadJq();
  const { Pod } = await import('kubernetes-models/v1');
  const find = (kind: string, name: string) => ofKind(manifests, kind).find(({ metadata }) => metadata.name === name);
  for (const [manifest, container] of [
    [find('CronJob', 'social-publishing-backup'), 'dump'],
    [find('Deployment', 'social-publishing-worker'), 'worker'],
  ] as const) {
    const flags = ['--arg', 'pod', 'idle', '--arg', 'container', container];
    const [pod] = jq.json(JSON.stringify(manifest), program, flags) as unknown as [IPod & Manifest];
    new Pod(pod).validate();
    const [original] = containersOf(podOf(manifest as Manifest)).filter(({ name }) => name === container);
    const { command, env, envFrom, image } = containersOf(pod)[0];
    expect({ command, env, envFrom, image }).toEqual({ ...pick(original), command: ['sleep', 'infinity'] });
    expect(containersOf(pod)).toHaveLength(1);
    expect(pod.metadata?.labels).toBeUndefined();
  }
});

test('as a package, it has the scripts of deploy/backup and the alerts of deploy/prometheus', async () => {
  await helm('package', CHART, '--destination', folder);
  const manifests = await render(ALL, { chart: path.join(folder, `social-publishing-${packageJson.version}.tgz`) });
  const [scripts] = ofKind(manifests, 'ConfigMap');
  for (const name of ['dump.sh', 'copy.sh']) expect(scripts?.data[name]).toBe(await text(`deploy/backup/${name}`));
  const [rule] = ofKind(manifests, 'PrometheusRule');
  expect(rule?.spec).toEqual(parse(await text('deploy/prometheus/alerts.yml')));
});
