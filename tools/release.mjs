// `npm run release -- <version> [--dry-run]`: makes the commit and the tag of a release, from a clean checkout. Nothing is
// pushed: .github/workflows/release.yml publishes the tag once it is. A dry run checks and prints the same, and writes nothing.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import semver from 'semver';

const CHANGELOG = 'CHANGELOG.md';
/** Apart from package.json and package-lock.json: the files that name the version, wherever it is in them. */
const NAME_VERSION = [
  'clients/cli/src/main.ts',
  'deploy/compose.yaml',
  'deploy/helm/social-publishing/Chart.yaml',
  'docs/guides/automation.md',
  'docs/guides/command-line.md',
  'docs/guides/testing.md',
  'docs/guides/typescript.md',
  'docs/operating.md',
  'src/foundation/process/version.ts',
];
/** Apart from package.json: the files that name the repository. */
const NAME_REPOSITORY = [
  '.github/CODEOWNERS',
  '.github/ISSUE_TEMPLATE/config.yml',
  'clients/n8n/credentials/SocialPublishingApi.credentials.ts',
  'deploy/compose.yaml',
  'deploy/helm/social-publishing/values.yaml',
  'docs/guides/automation.md',
  'docs/operating.md',
];

const read = (file) => readFileSync(file, 'utf8');
const git = (args, input) => execFileSync('git', args, { encoding: 'utf8', input });

/** Ends with a sentence for the person who releases. */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});
const [version] = positionals;
if (positionals.length !== 1) refuse('Usage: npm run release -- <version> [--dry-run]');
if (semver.valid(version) !== version) refuse(`${version} is not a version such as 1.2.3 or 1.3.0-beta.1.`);

const root = JSON.parse(read('package.json'));
const tag = `v${version}`;
if (!semver.gt(version, root.version)) refuse(`${version} is not higher than the present version, ${root.version}.`);
if (git(['status', '--porcelain']) !== '') refuse('The checkout has changes: commit or stash them first.');
if (git(['tag', '--list', tag]) !== '') refuse(`The tag ${tag} exists.`);

const changelog = read(CHANGELOG);
const unreleased = /^## \[Unreleased\]\n(.*?)(?=^## |(?![\s\S]))/ms.exec(changelog);
const notes = unreleased?.[1].trim();
if (!notes) refuse(`${CHANGELOG} has nothing under [Unreleased]: what is released?`);

/** New texts of files, by path. */
const files = new Map();
const change = (file, edit) => files.set(file, edit(files.get(file) ?? read(file)));
/** Replaces a text where it is not a part of a longer version or name. */
const replaced = (from, to) => (text) =>
  text.replace(new RegExp(`(?<![\\d.])${from.replaceAll('.', '\\.')}(?![\\w-]|\\.\\d)`, 'g'), to);

const today = new Date().toISOString().slice(0, 10);
change(CHANGELOG, (text) =>
  text.replace(' There is no release yet.', '').replace(/^## \[Unreleased\]$/m, `$&\n\n## [${version}] - ${today}`),
);

const inJson = (edit) => (text) => {
  const json = JSON.parse(text);
  edit(json);
  return `${JSON.stringify(json, null, 2)}\n`;
};
const packages = readdirSync('clients', { recursive: true })
  .filter((file) => /^[^/\\]+[/\\]package(-lock)?\.json$/.test(file))
  .map((file) => `clients/${file.replaceAll('\\', '/')}`);
for (const file of ['package.json', 'package-lock.json', ...packages]) {
  change(
    file,
    inJson((json) => {
      json.version = version;
      if (json.packages) json.packages[''].version = version;
    }),
  );
}
for (const file of NAME_VERSION) change(file, replaced(root.version, version));

const repositoryOf = ({ repository }) => /([\w.-]+)\/([\w.-]+?)(?:\.git)?$/.exec(repository.url);
const [, owner, name] = repositoryOf(root);
const [, formerOwner, formerName] = repositoryOf(JSON.parse(read('clients/typescript/package.json')));
/** Names in the registry are in lower case. */
const inRegistry = (folder, image) => `ghcr.io/${folder}/${image}`.toLowerCase();
for (const file of [...NAME_REPOSITORY, ...packages.filter((file) => !file.endsWith('-lock.json'))]) {
  change(file, (text) =>
    text
      .replaceAll(inRegistry(formerOwner, formerName), inRegistry(owner, name))
      .replaceAll(inRegistry(formerOwner, 'charts'), inRegistry(owner, 'charts'))
      .replaceAll(`${formerOwner}/${formerName}`, `${owner}/${name}`)
      .replaceAll(`@${formerOwner}/`, `@${owner}/`),
  );
}

const schemaRelease = (...args) =>
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'schema-release.mjs'), ...args], { stdio: 'inherit' });
schemaRelease();

const changed = [...files].filter(([file, text]) => text !== read(file));
console.log(`Release ${version} of ${owner}/${name} changes the schema's baseline and\n`);
for (const [file] of changed) console.log(`  ${file}`);
console.log(`\nThe tag ${tag} has these notes:\n\n${notes}\n`);

if (options['dry-run']) {
  console.log('Dry run: nothing was written.');
} else {
  for (const [file, text] of changed) writeFileSync(file, text);
  schemaRelease('--release');
  git(['add', '--all']);
  git(['commit', '--quiet', '--message', `Release ${version}`]);
  // Verbatim: Git takes lines that begin with # for comments.
  git(['tag', '--annotate', tag, '--cleanup=verbatim', '--file=-'], `${version}\n\n${notes}\n`);
  console.log(`Done. Publish it with: git push --atomic origin HEAD ${tag}`);
}
