import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { transformerStyleToClass } from '@shikijs/transformers';
import { slug } from 'github-slugger';

/** Where the build has gathered the pages, and where the site is written. */
const { DOCS_SOURCE: srcDir, DOCS_OUTPUT: outDir } = process.env;
const { version, repository } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
const base = '/docs/';

/** The title of a page is its first heading. */
const titleOf = (page) => /^# (.+)$/m.exec(readFileSync(join(srcDir, page), 'utf8'))?.[1].replaceAll('`', '') ?? page;
const item = (page, text = titleOf(page)) => ({ text, link: `/${page.replace(/(?<=^|\/)index\.md$|\.md$/, '')}` });
const group = (text, pages) => ({ text, items: pages.map((page) => item(page)) });
/** All pages of a folder by their names. */
const pagesIn = (folder) =>
  readdirSync(join(srcDir, folder))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .sort()
    .map((name) => `${folder}/${name}`);

const GUIDES = [
  group('Start', ['index.md', 'quick-start.md', 'concepts.md']),
  group('Recipes', [
    'recipes/picture-from-a-url.md',
    'recipes/approve-before-publishing.md',
    'recipes/many-customers.md',
    'recipes/from-buffer.md',
    'recipes/from-postiz.md',
    'recipes/from-ayrshare.md',
  ]),
  group('Publish', [
    'guides/graphql.md',
    'guides/rest.md',
    'guides/media.md',
    'guides/media-library.md',
    'guides/snippets.md',
    'guides/first-comments.md',
    'guides/additions.md',
    'guides/feeds.md',
    'guides/import.md',
    'guides/platforms.md',
    'guides/webhooks.md',
    'guides/limits.md',
    'guides/network.md',
    'guides/replies.md',
    'guides/queue.md',
    'guides/recurring-posts.md',
    'guides/calendar.md',
    'guides/labels.md',
    'guides/results.md',
  ]),
  group('Clients', [
    'guides/typescript.md',
    'guides/command-line.md',
    'guides/mcp.md',
    'guides/automation.md',
    'guides/dashboard.md',
    'guides/testing.md',
  ]),
  group('Accounts', ['guides/accounts.md', 'guides/teams.md', 'guides/approvals.md', 'guides/connections.md']),
  group('Operate', [
    'operating.md',
    'backups.md',
    'configuration.md',
    'scaling.md',
    'moving-accounts.md',
    'security.md',
    'failover.md',
    'reliability.md',
    'policies.md',
  ]),
  group('Change the code', [
    'architecture.md',
    'adding-a-platform.md',
    'testing.md',
    'simulation.md',
    'guides/schema-evolution.md',
  ]),
];

const REFERENCE = [
  group(
    'GraphQL',
    ['queries', 'mutations', 'subscriptions', 'objects', 'inputs', 'enums', 'scalars'].map(
      (name) => `reference/graphql/${name}.md`,
    ),
  ),
  {
    text: 'REST',
    items: [item('reference/rest/index.md', 'Overview'), ...pagesIn('reference/rest').map((page) => item(page))],
  },
  group('Codes', ['errors/index.md', 'failures/index.md']),
  {
    text: 'Contract',
    items: [item('contract/index.md', 'Overview'), ...pagesIn('contract').map((page) => item(page))],
  },
  {
    text: 'Platforms',
    items: [
      item('platforms/index.md', 'Overview'),
      ...pagesIn('platforms').map((page) => item(page)),
      { text: 'Set up', items: pagesIn('platforms/setup').map((page) => item(page)) },
    ],
  },
  { text: 'Releases', items: [item('changelog.md'), item('releases/schema-changelog.md')] },
];

/** The colours of code as classes: the policy of the pages refuses style attributes. */
const styleToClass = transformerStyleToClass({ classPrefix: 's-' });

/** The same for columns that are aligned. */
function alignByClass(md) {
  md.core.ruler.push('align-by-class', ({ tokens }) => {
    for (const token of tokens) {
      const aligned = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '');
      if (!aligned) continue;
      token.attrs = token.attrs.filter(([name]) => name !== 'style');
      token.attrJoin('class', `align-${aligned[1]}`);
    }
  });
}

/** Writes a file whose name has the hash of its content, once, and returns its address. */
function asset(name, extension, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const file = `assets/${name}.${hash}.${extension}`;
  if (!existsSync(join(outDir, file))) {
    mkdirSync(join(outDir, 'assets'), { recursive: true });
    writeFileSync(join(outDir, file), content);
  }
  return `${base}${file}`;
}

export default {
  title: 'Social publishing',
  titleTemplate: ':title · Social publishing',
  description: 'One API call publishes one piece of content to many social platforms, now or at a scheduled time.',
  lang: 'en',
  base,
  srcDir,
  outDir,
  cacheDir: join(srcDir, '../cache'),
  cleanUrls: true,
  metaChunk: true,
  // Otherwise the change of the theme adds a style element, which the policy of the pages refuses.
  appearance: { disableTransition: false },
  // Of the service that a reader has started.
  ignoreDeadLinks: 'localhostLinks',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  themeConfig: {
    nav: [
      {
        text: 'Guides',
        link: '/quick-start',
        activeMatch: '^/(?!reference|errors|failures|contract|platforms|releases|changelog).',
      },
      {
        text: 'Reference',
        link: '/reference/graphql/mutations',
        activeMatch: '^/(reference|errors|failures|contract|platforms|releases|changelog)',
      },
      { text: `v${version}`, link: '/changelog' },
    ],
    sidebar: Object.fromEntries([
      ...['reference', 'errors', 'failures', 'contract', 'platforms', 'releases', 'changelog'].map((folder) => [
        `/${folder}`,
        REFERENCE,
      ]),
      ['/', GUIDES],
    ]),
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    docFooter: { prev: false, next: false },
    externalLinkIcon: false,
    socialLinks: [{ icon: 'github', link: /https:[^#]+?(?=\.git$|$)/.exec(repository.url)[0], ariaLabel: 'Source' }],
  },
  markdown: {
    // Its colours have the contrast of WCAG 2.2 AA on the background of code.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
    anchor: { slugify: slug },
    toc: { slugify: slug },
    codeTransformers: [styleToClass],
    config: (md) => md.use(alignByClass),
  },
  /** No inline scripts and styles, for the same policy. All pages have been compiled by now, so the colours are complete. */
  transformHtml(html) {
    const styles = `<link rel="stylesheet" href="${asset('code', 'css', styleToClass.getCSS())}">`;
    return html
      .replace(/(<div[^>]*) style="[^"]*"/g, '$1')
      .replace(/<script([^>]*)>([^<]+?)<\/script>/g, (_all, attributes, script) => {
        const [id = 'script'] = /(?<=id=")[^"]+/.exec(attributes) ?? [];
        return `<script src="${asset(id, 'js', script)}"></script>`;
      })
      .replace('</head>', `${styles}</head>`);
  },
};
