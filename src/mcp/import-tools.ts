import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import { CHANGES, tool } from './tool.js';

/** Rows with problems that a response has. */
const MAX_SHOWN = 20;

export const importPosts = tool({
  name: 'import_posts',
  title: 'Import',
  description: 'Posts from CSV rows: text,accounts,time,labels. Without confirm, lists problems.',
  input: z.strictObject({ csv: z.string(), confirm: z.boolean().optional() }),
  output: z.object({
    importId: z.string().nullable(),
    totals: z.record(z.string(), z.int()),
    problems: z.array(z.string()),
  }),
  annotations: CHANGES,
  async call({ csv, confirm }, { run }) {
    const input = { text: csv, withoutTime: 'DRAFT' as const, createLabels: true };
    const { previewImport } = await run(
      graphql(`
        query McpPreviewImport($input: ImportInput!) {
          previewImport(input: $input) {
            totals {
              rows
              imported
              invalid
              scheduled
              queued
              drafts
            }
            rows {
              number
              problems {
                column
                value
                wrong
                fix
                isWarning
              }
            }
          }
        }
      `),
      { input },
    );
    const { rows = [], totals } = previewImport ?? {};
    const problems = rows.flatMap(({ number, problems: all }) =>
      all.map(({ column, value, wrong, fix, isWarning }) => {
        const where = [column && `column ${column}`, value && `"${value}"`].filter(Boolean).join(' ');
        return `${isWarning ? 'warning, ' : ''}row ${number}: ${where} ${wrong}. ${fix}.`;
      }),
    );
    const shown = { totals: { ...totals }, problems: problems.slice(0, MAX_SHOWN) };
    if (!totals || totals.invalid > 0 || !confirm) return { importId: null, ...shown };
    const { importPosts: started } = await run(
      graphql(`
        mutation McpImportPosts($input: ImportPostsInput!) {
          importPosts(input: $input) {
            import {
              id
            }
          }
        }
      `),
      { input: { ...input, skipInvalid: false } },
    );
    return { importId: started?.import.id ?? null, ...shown };
  },
});
