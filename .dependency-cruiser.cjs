// Who may know whom (the README, "How it is built"). `npm run check` holds the code to it.
const only = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const PLATFORM = '^src/platforms/(?!(?:port|kit|graph)/)([^/]+)/';
const SHARED = '^src/platforms/(port|kit|graph)/';

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
      'A platform knows the port, what platforms share, and the HTTP client; nothing else of the service.',
      { path: PLATFORM },
      {
        path: '^(src|rest-compat|jobs|sandbox)/',
        pathNot: [SHARED, '^src/foundation/http-client/', '^src/platforms/$1/'],
      },
    ),
    only(
      'the-port-knows-no-service',
      'The port stands below everything.',
      { path: SHARED },
      { path: '^(src|rest-compat|jobs)/', pathNot: [SHARED, '^src/foundation/http-client/'] },
    ),
    only(
      'rest-goes-through-graphql',
      'REST rows know operations, parsers, bounds and errors; no use case, no table.',
      { path: '^rest-compat/' },
      {
        path: '^src/',
        pathNot: [
          '^src/foundation/errors/',
          '^src/foundation/request-limits/rate-limiter\\.ts$',
          '^src/foundation/graphql/present-error\\.ts$',
          '^src/domain/posts/texts\\.ts$',
          '^src/api/(context|response-stream)\\.ts$',
          '/(parse-[^/]+|post-bounds)\\.ts$',
          '^src/domain/identity/(viewer|authenticate\\.use-case)\\.ts$',
          '^src/platforms/port/platform\\.ts$',
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
      'pure-files-are-pure',
      'A file without a suffix in a domain folder knows no database.',
      {
        path: '^src/domain/(posts|publishing|events|accounts|identity|plans)/[^/.]+\\.ts$',
        pathNot: '(publish-queue|commit-turns|turn-ledger|live-hub|texts)\\.ts$',
      },
      {
        path: [
          '\\.repository\\.ts$',
          '\\.entity\\.ts$',
          '^src/foundation/database/(?!(id|storable-text)\\.ts)',
          'node_modules/(pg|typeorm|pg-boss)/',
        ],
      },
    ),
    only(
      'only-the-root-composes',
      'The composition root and the main program know everything; nothing knows them.',
      { pathNot: '^(src/[^/]+|src/compose/.*|bench/.*)\\.ts$' },
      { path: '^src/(compose/(app|api|worker|open-admin)|[^/]+)\\.ts$', dependencyTypesNot: ['type-only'] },
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
