/**
 * Builds the documentation site: `node tools/docs/build.mjs <folder>`, with VitePress, which it installs on first use. The
 * pages are those of docs/, the changelog, and those that src/reference makes from the service. `pages.json` lists the
 * file of each path; every file is also there compressed. Fails on links that lead nowhere.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { installPackages, packagesAreInstalled } from '../install-packages.mjs';

const [, , folder] = process.argv;
const home = import.meta.dirname;
const root = join(home, '../..');
const work = mkdtempSync(join(root, '.build', 'docs-'));
const source = join(work, 'source');

/** Where links to files outside of the site lead. */
const { version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const files = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/v${version}`;

/** The place in the site of a file of the repository; undefined if it has none. */
function placeOf(file) {
  if (file === 'CHANGELOG.md') return 'changelog.md';
  const [, place] = /^docs\/(.+\.(?:md|png))$/.exec(file) ?? [];
  return place?.replace(/(?<=^|\/)README\.md$/, 'index.md');
}

const filesIn = (of) =>
  readdirSync(of, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(of, join(entry.parentPath, entry.name)));

/** The colours of diagrams in both themes, as in .vitepress/theme/style.css. */
const DIAGRAMS = { light: { bg: '#ffffff', fg: '#212529' }, dark: { bg: '#242424', fg: '#dedede' } };

/** Copies a page of the repository. Links that leave the site lead to the repository, and diagrams become pictures. */
async function addPage(file) {
  const to = placeOf(file);
  const folderOfPage = dirname(join(source, to));
  mkdirSync(folderOfPage, { recursive: true });
  const { renderMermaidSVG } = await import('beautiful-mermaid');
  let diagrams = 0;
  const text = readFileSync(join(root, file), 'utf8')
    .replace(/\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (_all, link, anchor = '') => {
      const target = join(dirname(file), link);
      const place = placeOf(target);
      return `](${place === undefined ? `${files}/${target}` : relative(dirname(to), place)}${anchor})`;
    })
    .replace(/^```mermaid\n(.*?)^```$/gms, (_all, diagram) => {
      diagrams += 1;
      return Object.entries(DIAGRAMS)
        .map(([theme, colours]) => {
          const name = `${basename(to, '.md')}-${diagrams}-${theme}.svg`;
          // Fonts of another host.
          const svg = renderMermaidSVG(diagram, colours).replace(/@import[^;]+;(?=\s)/, '');
          writeFileSync(join(folderOfPage, name), svg.replaceAll("'Inter', ", ''));
          return `![Diagram](./${name}){.only-${theme}}`;
        })
        .join('\n');
    });
  writeFileSync(join(source, to), text);
}

/** A page of `llms.txt` for programs: the pages as Markdown, which are beside the HTML. */
function listOfPages(names) {
  const line = (name) => {
    const [, title = name] = /^# (.+)$/m.exec(readFileSync(join(source, name), 'utf8')) ?? [];
    return `- [${title}](/docs/${name})`;
  };
  const section = (title, pattern) => [`## ${title}`, '', ...names.filter((name) => pattern.test(name)).map(line), ''];
  return [
    '# Social publishing service',
    '',
    '> One API call publishes one piece of content to many social platforms, now or at a scheduled time.',
    '',
    ...section('Start', /^(quick-start|concepts)\.md$/),
    ...section('Recipes', /^recipes\//),
    ...section('Guides', /^guides\//),
    ...section('Reference', /^(reference|contract)\/|^(errors|failures)\/index\.md$/),
    ...section(
      'Operation',
      /^(operating|backups|configuration|scaling|moving-accounts|security|failover|reliability|policies)\.md$/,
    ),
    ...section('Change the code', /^(architecture|adding-a-platform|testing|simulation)\.md$/),
    ...section('Optional', /^(platforms|releases)\/|^changelog\.md$/),
  ].join('\n');
}

/** Compressed at most as far as takes no time to speak of. */
function compress(file) {
  const content = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content));
}

try {
  if (!packagesAreInstalled(home)) {
    installPackages(home, 'Installing VitePress into tools/docs, which builds the documentation site, once.');
  }
  for (const file of filesIn(join(root, 'docs'))) {
    if (file.endsWith('.md')) await addPage(join('docs', file));
    else if (file.endsWith('.png')) cpSync(join(root, 'docs', file), join(source, file));
  }
  await addPage('CHANGELOG.md');
  const made = spawnSync(process.execPath, [join(root, '.build/src/reference/write-pages.js'), source], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (made.status !== 0) throw new Error('The pages of errors, types and routes could not be made.');

  const names = filesIn(source).filter((name) => name.endsWith('.md'));
  process.env.NODE_ENV = 'production';
  process.env.DOCS_SOURCE = source;
  process.env.DOCS_OUTPUT = folder;
  const { build } = await import('vitepress');
  await build(home);

  // Beside their pages, for programs.
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(source, name), join(folder, name));
  }
  writeFileSync(join(folder, 'llms.txt'), listOfPages(names.sort()));
  rmSync(join(folder, 'hashmap.json'), { force: true });

  const pages = {};
  for (const file of filesIn(folder)) {
    if (file.endsWith('.html') && file !== '404.html')
      pages[`/${file.replace(/(?<=^|\/)index\.html$|\.html$/, '')}`] = file;
    else if (!file.startsWith('assets/')) pages[`/${file}`] = file;
    if (/\.(html|js|css|md|txt|json|svg)$/.test(file)) compress(join(folder, file));
  }
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages));
} finally {
  rmSync(work, { recursive: true, force: true });
}
