import * as core from '@actions/core';
import type { Inputs } from './inputs.js';
import type { Published } from './publish.js';

const MAX_EXCERPT = 280;
const MAX_ROWS = 100;

/** Escapes a text for an HTML block: no tags, no line that ends the block, no Markdown. */
export const escapeHtml = (text: string): string =>
  text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/[^\p{L}\p{N} ,.;?-]/gu, (character) => `&#${character.codePointAt(0)};`);

const shorten = (text: string): string => {
  const characters = [...text];
  return characters.length > MAX_EXCERPT ? `${characters.slice(0, MAX_EXCERPT).join('')}…` : text;
};

const linkTo = (url: string | null): string =>
  url !== null && /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? `<a href="${escapeHtml(url)}">open</a>` : '';

/** Writes the outcome to the page of the run. Texts of users and platforms are shown literally. */
export async function writeSummary({ group, timedOut }: Published, { content }: Inputs): Promise<void> {
  if (!process.env.GITHUB_STEP_SUMMARY) return;
  const rows = group.posts
    .slice(0, MAX_ROWS)
    .map(({ platformId, status, url, error }) => [
      escapeHtml(platformId),
      escapeHtml(status),
      linkTo(url),
      escapeHtml(shorten(error ? `${error.message} ${error.advice}` : '')),
    ]);
  const head = ['Account', 'Status', 'Post', 'Problem'].map((data) => ({ data, header: true }));
  await core.summary
    .addHeading(`Post ${escapeHtml(group.status)}${timedOut ? ', still being published' : ''}`, 3)
    .addRaw(`<blockquote>${escapeHtml(shorten(content))}</blockquote>`, true)
    .addTable([head, ...rows])
    .write();
}
