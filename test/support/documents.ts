import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import GithubSlugger from 'github-slugger';
import { lexer, type Token, walkTokens } from 'marked';

const markdown = (folder: string, recursive: boolean): string[] =>
  readdirSync(folder, { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));

/** What readers of the project are led to, the README first. */
export const DOCUMENTS: readonly string[] = [
  'README.md',
  ...[...markdown('.', false), ...['docs', 'src', 'bench', 'dashboard'].flatMap((folder) => markdown(folder, true))]
    .filter((file) => file !== 'README.md')
    .sort(),
];

/** Those about the project as it is; changelogs also name what is gone. */
export const CURRENT_DOCUMENTS = DOCUMENTS.filter((file) => !/changelog\.md$/i.test(file));

export interface Document {
  links: string[];
  /** Of its headings, as GitHub forms them, and those that it sets itself. */
  anchors: string[];
  /** Inline code. */
  names: string[];
}

const plainText = (token: Token): string =>
  'tokens' in token && token.tokens ? token.tokens.map(plainText).join('') : 'text' in token ? token.text : '';

export function readDocument(file: string): Document {
  const slugger = new GithubSlugger();
  const document: Document = { links: [], anchors: [], names: [] };
  void walkTokens(lexer(readFileSync(file, 'utf8')), (token) => {
    if (token.type === 'link' || token.type === 'image') document.links.push(token.href);
    if (token.type === 'heading') document.anchors.push(slugger.slug(plainText(token)));
    if (token.type === 'html') {
      document.anchors.push(...[...token.raw.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id));
    }
    if (token.type === 'codespan') document.names.push(token.text);
  });
  return document;
}

/** A block of code, with what the comments above it say about running it. */
export interface CodeBlock {
  file: string;
  language: string;
  code: string;
  /** `<!-- run by test/…: -->`: the test that runs it. */
  runBy: string | undefined;
  /** `<!-- not run: … -->`: why no test does. */
  notRun: string | undefined;
  /** `<!-- prints: … -->`: a part of its output. */
  prints: string | undefined;
  /** `<!-- runs until a post is published -->` */
  isFollower: boolean;
}

/** The blocks of code of a document, in their order. */
export function codeBlocks(file: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let comments: string[] = [];
  for (const token of lexer(readFileSync(file, 'utf8'))) {
    if (token.type === 'html') comments.push(...[...token.text.matchAll(/<!-- (.+?) -->/g)].map(([, text]) => text));
    else if (token.type !== 'space') {
      const said = (start: string) => comments.find((text) => text.startsWith(start))?.slice(start.length);
      if (token.type === 'code') {
        blocks.push({
          file,
          language: token.lang ?? '',
          code: `${token.text}\n`,
          runBy: said('run by '),
          notRun: said('not run: '),
          prints: said('prints: '),
          isFollower: comments.includes('runs until a post is published'),
        });
      }
      comments = [];
    }
  }
  return blocks;
}
