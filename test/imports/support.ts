/** Imports over GraphQL. */

import { eventually } from '../support/eventually.js';
import { graphql, type Headers } from '../support/graphql.js';
import { nodesOf } from '../support/nodes.js';
import type { Service } from '../support/service.js';

const ROW = `number excerpt outcome scheduledTime schedule accounts { id platform username } labels files postGroupId
  problems { column value wrong fix isWarning }`;
export const PREVIEW = `query ($input: ImportInput!) {
  previewImport(input: $input) {
    delimiter timeZone columns { column header field platform sample } newLabels
    totals { rows ready imported invalid scheduled queued drafts platformPosts } rows { ${ROW} }
  }
}`;
const IMPORT = `id fileName status createdAt endedAt counts { rows pending created skipped failed removed kept } undo { removed kept }
  rows(first: 100) { totalCount edges { node { number status excerpt groupId reason } } } reportCsv`;
export const START = `mutation ($input: ImportPostsInput!) { importPosts(input: $input) { import { ${IMPORT} } } }`;
const UNDO = `mutation ($id: ID!) { undoImport(input: { importId: $id }) { import { ${IMPORT} } } }`;
export const READ = `query ($id: ID!) { import(id: $id) { ${IMPORT} } }`;
const POSTS = `query { postGroups(first: 100, sort: { direction: ASC }) { totalCount edges { node {
  id content status scheduledTime labels { name } media(first: 5) { edges { node { altText } } } posts { platformId content } } } } }`;

export function importing(service: Pick<Service, 'url'>, headers: () => Headers) {
  async function run(query: string, variables: Record<string, unknown> = {}, by: Headers = headers()) {
    const { data, errors } = await graphql(service, by, query, variables);
    const [error] = errors ?? [];
    return { data, code: error?.extensions.code, error };
  }
  const of = (file: string | Buffer, options: object) => ({
    input: { ...(typeof file === 'string' ? { text: file } : { base64: file.toString('base64') }), ...options },
  });
  async function preview(file: string | Buffer, options: object = {}, by?: Headers) {
    const { data, error } = await run(PREVIEW, of(file, options), by);
    if (error) throw new Error(error.message);
    return data.previewImport;
  }
  /** The problems of the first row, without warnings. */
  async function problems(file: string, options: object = {}) {
    const [row] = (await preview(file, options)).rows;
    return row.problems.filter(({ isWarning }: { isWarning: boolean }) => !isWarning);
  }
  const start = (file: string | Buffer, options: object = {}, by?: Headers) => run(START, of(file, options), by);
  /** An import, once it has ended. */
  const ended = (id: string, by?: Headers) =>
    eventually(async () => {
      const { data } = await run(READ, { id }, by);
      expect(data.import.status).toBe('DONE');
      return { ...data.import, rows: nodesOf(data.import.rows) };
    }, 30_000);
  async function finish(file: string | Buffer, options: object = {}, by?: Headers) {
    const { data, error } = await start(file, options, by);
    if (error) throw new Error(error.message);
    return ended(data.importPosts.import.id, by);
  }
  const undo = (id: string, by?: Headers) => run(UNDO, { id }, by);
  /** An import, once it is undone. */
  async function undone(id: string, by?: Headers) {
    const { error } = await undo(id, by);
    if (error) throw new Error(error.message);
    return eventually(async () => {
      const { data } = await run(READ, { id }, by);
      expect(data.import.status).toBe('UNDONE');
      return { ...data.import, rows: nodesOf(data.import.rows) };
    }, 30_000);
  }
  const posts = async (by?: Headers) => nodesOf((await run(POSTS, {}, by)).data.postGroups);
  return { run, preview, problems, start, ended, finish, undo, undone, posts };
}
