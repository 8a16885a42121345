// Who may know whom (the README, "How it is built"). `npm run check` holds the code to it.
const only = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const PLATFORM = '^src/platforms/([^/]+)/';
const NEUTRAL = '^src/platforms/[^/]+\\.ts$';

module.exports = {
  forbidden: [
    only(
      'no-circular',
      'Modules that need each other are one module, or want a third.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    only(
      'platforms-are-islands',
      'A platform knows the port and nothing else of the service.',
      { path: PLATFORM },
      { path: '^(src|rest-compat|jobs|sandbox)/', pathNot: [NEUTRAL, '^src/platforms/$1/'] },
    ),
    only(
      'the-port-knows-no-service',
      'The port stands below everything.',
      { path: NEUTRAL },
      { path: '^(src|rest-compat|jobs)/', pathNot: '^src/platforms/' },
    ),
    only(
      'rest-goes-through-graphql',
      'REST rows know operations, parsers, bounds and errors; no use case, no table.',
      { path: '^rest-compat/' },
      {
        path: '^src/',
        pathNot: [
          '^src/errors/',
          '^src/request-limits/rate-limiter\\.ts$',
          '^src/graphql/(context|present-error|texts)\\.ts$',
          '^src/http/answer-stream\\.ts$',
          '/(parse-[^/]+|post-bounds)\\.ts$',
          '^src/access/(viewer|authenticate\\.use-case)\\.ts$',
          '^src/platforms/platform\\.ts$',
        ],
      },
    ),
    only(
      'use-cases-see-no-doors',
      'A use case never sees Express, GraphQL or the job engine.',
      { path: '\\.use-case\\.ts$' },
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
      { pathNot: ['\\.repository\\.ts$', '\\.entity\\.ts$', '^src/database/', '^src/embedded/demo\\.ts$'] },
      { path: '\\.entity\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    only(
      'typeorm-stays-in-database',
      'Only tables, repositories and the database folder know TypeORM.',
      { path: '^(src|rest-compat|jobs)/', pathNot: ['\\.repository\\.ts$', '\\.entity\\.ts$', '^src/database/'] },
      { path: 'node_modules/typeorm/' },
    ),
    only(
      'pure-files-are-pure',
      'A file without a suffix in a domain folder knows no database.',
      {
        path: '^src/(posts|publishing|live|connections|access|plans)/[^/.]+\\.ts$',
        pathNot: '(publish-queue|commit-turns|turn-ledger|live-hub)\\.ts$',
      },
      {
        path: [
          '\\.repository\\.ts$',
          '\\.entity\\.ts$',
          '^src/database/(?!(id|storable-text)\\.ts)',
          'node_modules/(pg|typeorm|pg-boss)/',
        ],
      },
    ),
    only(
      'only-the-root-composes',
      'The composition root and the main program know everything; nothing knows them.',
      { pathNot: '^(src/(main|app|api|worker)|bench/.*)\\.ts$' },
      { path: '^src/(app|main|api|worker)\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    only(
      'production-needs-no-development-packages',
      'npm ci --omit=dev is what an operator installs; only the local start may need more.',
      { path: '^(src|rest-compat|jobs)/', pathNot: '^src/embedded/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
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
