// Who may import what (docs/architecture.md). `npm run check` holds the code to it.
const only = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const PLATFORM = '^src/platforms/(?!(?:port|kit|graph)/)([^/]+)/';
/** What the port may know of the foundation: sending requests, lengths of time, and text that can be stored. */
const BELOW = ['^src/foundation/(http-client|time)/', '^src/foundation/database/storable-text\\.ts$'];
const SHARED = '^src/platforms/(port|kit|graph)/';
/** The files of the domain without a suffix, in every room. */
const PURE = '^src/domain/[^.]+\\.ts$';

/**
 * The folders from the bottom up; each imports only from those before it, types included, so that no folders form a
 * circle. Platforms are one floor: none knows another.
 */
const FLOORS = [
  'src/foundation',
  'src/foundation/time',
  'src/foundation/concurrency',
  'src/foundation/errors',
  'src/foundation/process',
  'src/foundation/crypto',
  'src/foundation/http-client',
  'src/foundation/http',
  'src/foundation/database',
  'src/foundation/database/migrations/initial',
  'src/foundation/database/migrations',
  'src/foundation/graphql',
  'src/foundation/request-limits',
  'src/mail',
  'src/storage',
  'src/platforms/port',
  'src/platforms/kit',
  'src/platforms/graph',
  'src/platforms/(?!(?:port|kit|graph)/)[^/]+',
  'src/platforms',
  'src/domain/events',
  'src/domain/platforms',
  'src/domain/plans',
  'src/domain/audit',
  'src/domain/identity/account',
  'src/domain/identity/people',
  'src/domain/identity/access',
  'src/domain/identity/second-factor',
  'src/domain/identity/applications',
  'src/domain/identity',
  'src/domain/identity/graphql',
  'src/domain/notifications',
  'src/domain/banner',
  'src/domain/usage',
  'src/domain/accounts',
  'src/domain/webhooks',
  'src/domain/posts/state',
  'src/domain/posts/log',
  'src/domain/posts/reading',
  'src/domain/posts/progress',
  'src/domain/posts',
  'src/domain/posts/graphql',
  'src/domain/alerts',
  'src/domain/calendar',
  'src/domain/snippets',
  'src/domain/media',
  'src/domain/labels',
  'src/domain/library',
  'src/domain/publishing',
  'src/domain/validation',
  'src/domain/additions',
  'src/domain/engagement',
  'src/domain/workspaces',
  'src/domain/history',
  'src/domain/owner',
  'src/domain/members',
  'src/domain/approvals',
  'src/domain/comments',
  'src/domain/recovery',
  'src/domain/schedules',
  'src/domain/recurrences',
  'src/domain/feeds',
  'src/domain/imports',
  'src/domain/metrics',
  'src/domain/reports',
  'src/domain/clients',
  'src/api',
  'rest-compat',
  'src/mcp',
  'jobs',
  'src/pods',
  'src/admin',
  'src/operator',
  'src/config',
  'src/local',
  'src/testing',
  'src/reference',
  'src/compose',
  'src',
];
/** The order of the dashboard's folders. All views are on one level: none imports another. */
const DASHBOARD_FLOORS = [
  'language',
  'api',
  'parts',
  'parts/previews',
  'parts/chart',
  'shell',
  'posts',
  'metrics',
  'snippets',
  'library',
  'composer',
  'views/[^/]+',
].map((folder) => `dashboard/src/${folder}`);
DASHBOARD_FLOORS.push('dashboard/src');

const filesOf = (folders) => `^(?:${folders.join('|')})/[^/]+$`;
const floorRules = [FLOORS, DASHBOARD_FLOORS].flatMap((floors) =>
  floors
    .slice(0, -1)
    .map((folder, index) =>
      only(
        `floor-of-${folder.replace(/\W+/g, '-')}`,
        'Imports between folders run downwards; the order is FLOORS in .dependency-cruiser.cjs.',
        { path: filesOf([folder]) },
        { path: filesOf(floors.slice(index + 1)) },
      ),
    ),
);

module.exports = {
  forbidden: [
    only('no-circular', 'Modules do not import each other: merge them, or extract a third.', {}, { circular: true }),
    {
      name: 'no-circles-of-folders',
      comment: 'Folders do not import each other: merge them, or extract a third.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(src|rest-compat|jobs|sandbox)' },
      to: { circular: true },
    },
    only(
      'every-folder-has-a-floor',
      'A new folder takes its place in FLOORS in .dependency-cruiser.cjs.',
      { path: '^(src|rest-compat|jobs)/', pathNot: filesOf(FLOORS) },
      {},
    ),
    only(
      'imports-only-from-floors',
      'A new folder takes its place in FLOORS in .dependency-cruiser.cjs.',
      {},
      { path: '^(src|rest-compat|jobs)/', pathNot: filesOf(FLOORS) },
    ),
    ...floorRules,
    only(
      'the-dashboard-has-the-api-alone',
      'It is a client like any other: of the service it knows the schema.',
      { path: '^dashboard/' },
      {
        path: '^(src|rest-compat|jobs|sandbox)/',
        pathNot: '^src/(foundation/graphql/graphql|operator/operator)-env\\.d\\.ts$',
      },
    ),
    only(
      'the-client-stands-alone',
      'It is installed without the service, and needs graphql-ws alone, where it follows posts.',
      { path: '^clients/typescript/' },
      { path: '^(src|rest-compat|jobs|sandbox)/|^clients/(?!typescript/)|node_modules/(?!graphql-ws/)' },
    ),
    only(
      'the-command-line-has-the-client-alone',
      'It does what every user of the client can do.',
      { path: '^clients/cli/' },
      { path: '^(src|rest-compat|jobs|sandbox)/|^clients/(?!cli/)', pathNot: '^clients/typescript/src/index\\.ts$' },
    ),
    only(
      'views-are-independent',
      'What two views share is a part, or belongs to the shell.',
      { path: '^dashboard/src/views/([^/]+)/' },
      { path: '^dashboard/src/views/', pathNot: '^dashboard/src/views/$1/' },
    ),
    only(
      'every-dashboard-folder-has-a-floor',
      'A new folder takes its place in DASHBOARD_FLOORS in .dependency-cruiser.cjs.',
      { path: '^dashboard/src/', pathNot: filesOf(DASHBOARD_FLOORS) },
      {},
    ),
    only(
      'platforms-are-independent',
      'A platform knows the port, what platforms share, and a little of the foundation; nothing else of the service.',
      { path: PLATFORM },
      {
        path: '^(src|rest-compat|jobs|sandbox)/',
        pathNot: [SHARED, ...BELOW, '^src/platforms/$1/'],
      },
    ),
    only(
      'the-port-knows-no-service',
      'The platform port imports nothing from the service.',
      { path: SHARED },
      {
        path: '^(src|rest-compat|jobs)/',
        pathNot: [SHARED, ...BELOW],
      },
    ),
    only(
      'rest-goes-through-graphql',
      'REST rows import operations, parsers, bounds, errors, names of events and rules of platforms; no use case, no table.',
      { path: '^rest-compat/' },
      {
        path: '^src/',
        pathNot: [
          '^src/foundation/errors/',
          '^src/foundation/request-limits/rate-limiter\\.ts$',
          '^src/foundation/graphql/(present-error|typed-graphql|graphql-env\\.d)\\.ts$',
          '^src/domain/posts/reading/texts\\.io\\.ts$',
          '^src/domain/webhooks/webhook-event\\.ts$',
          '^src/api/(context|response-stream)\\.ts$',
          '/(parse-[^/]+|post-bounds)\\.ts$',
          '^src/domain/identity/access/(viewer|authenticate\\.use-case|limit-wrong-keys\\.use-case)\\.ts$',
          '^src/foundation/http/(cors|request-log|security-headers)\\.ts$',
          '^src/platforms/(port/(platform|rules|settings)|rules-registry)\\.ts$',
        ],
      },
    ),
    only(
      'use-cases-import-no-surface',
      'A use case, and what it is made of, never sees Express, GraphQL or the job engine.',
      { path: '\\.(use-case|step|port)\\.ts$' },
      {
        path: [
          'node_modules/(express|graphql|type-graphql|@apollo|pg-boss|graphql-ws)/',
          '^rest-compat/',
          '^jobs/',
          '\\.resolver\\.ts$',
          '\\.types\\.ts$',
          '\\.inputs\\.ts$',
        ],
      },
    ),
    only(
      'entities-stay-in-repositories',
      'Tables are known to repositories, entities, the data source, and the demo seed.',
      {
        pathNot: [
          '\\.repository\\.ts$',
          '\\.entity\\.ts$',
          '^src/foundation/database/',
          '^src/compose/data-source\\.ts$',
          '^src/local/demo\\.ts$',
        ],
      },
      { path: '\\.entity\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    only(
      'typeorm-stays-in-database',
      'Only tables, repositories and the database folder know TypeORM.',
      {
        path: '^(src|rest-compat|jobs)/',
        pathNot: [
          '\\.repository\\.ts$',
          '\\.entity\\.ts$',
          '^src/foundation/database/',
          '^src/compose/(data-source|migrate)\\.ts$',
        ],
      },
      { path: 'node_modules/typeorm/' },
    ),
    only(
      'files-without-a-suffix-hold-no-connection',
      'A file without a suffix is pure: no database, network, file, process or timer, not even as a parameter.',
      { path: PURE },
      {
        path: [
          '^src/foundation/database/(?!(id|log-position|storable-text)\\.ts)',
          '^src/foundation/http-client/(?!(public-address|web-address)\\.ts)',
          '^(node:)?(child_process|cluster|dgram|dns|fs|http|http2|https|net|readline|timers|tls|worker_threads)(/|$)',
          'node_modules/(pg|pg-boss|typeorm|undici)/',
        ],
      },
    ),
    only(
      'files-without-a-suffix-call-no-io',
      'A file without a suffix is pure: of what does I/O it imports types alone.',
      { path: PURE },
      {
        path: ['\\.(entity|http|io|main|repository|resolver|step|use-case)\\.ts$', '^src/storage/'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    only(
      'only-the-root-composes',
      'The composition root and the main program know everything; nothing knows them.',
      { pathNot: '^(src/[^/]+|src/compose/.*|bench/.*)\\.ts$' },
      {
        path: '^src/(compose/(app|api|api-[a-z]+|worker|worker-[a-z]+|open-admin)|[^/]+)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    only(
      'production-needs-no-development-packages',
      'npm ci --omit=dev is what an operator installs; only the local start may need more.',
      { path: '^(src|rest-compat|jobs)/', pathNot: '^src/local/|\\.d\\.ts$' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    only(
      'production-loads-nothing-local',
      'What only `npm start` without DATABASE_URL and tests need is imported when those start.',
      { path: '^(src|rest-compat|jobs)/', pathNot: '^src/(local/|testing|write-schema-sql)' },
      { path: '^(sandbox/|src/(local/(?!encryption-key)|testing))', dynamic: false },
    ),
    only(
      'the-sandbox-stands-alone',
      'A stand-in that shared code with what it tests would agree with it on every mistake.',
      { path: '^sandbox/' },
      { path: '^(src|rest-compat|jobs)/' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
