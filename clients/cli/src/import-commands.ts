/** Imports posts from a CSV file. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Context, Outcome } from './commands.js';
import { UsageError } from './usage-error.js';

export interface ImportOptions {
  preview?: boolean;
  skipInvalid?: boolean;
  createLabels?: boolean;
  queue?: boolean;
  zone?: string;
  dayFirst?: boolean;
  monthFirst?: boolean;
}

/** Problems that are printed. */
const MAX_PROBLEMS = 100;
const POLL_MS = 500;

type Import = NonNullable<Awaited<ReturnType<Context['client']['api']['import']>>>;

/** Posts that stayed when an import was undone: as many as are printed. */
const KEPT = `query ($id: ID!) {
  import(id: $id) { rows(first: 100, statuses: [KEPT]) { edges { node { number excerpt groupId reason } } } }
}`;
interface KeptRows {
  import: {
    rows: { edges: { node: { number: number; excerpt: string; groupId: string | null; reason: string | null } }[] };
  } | null;
}

/** Shows what is wrong with a file; imports it and waits for its end if nothing is, or if rows with problems are skipped. */
export async function importFile(context: Context, file: string, options: ImportOptions): Outcome {
  const { client, terminal, json, signal } = context;
  const bytes = await readFile(file).catch(() => {
    throw new UsageError(`Cannot read "${file}".`);
  });
  const input = {
    base64: bytes.toString('base64'),
    timeZone: options.zone ?? null,
    dateFormat: options.dayFirst ? ('DAY_FIRST' as const) : options.monthFirst ? ('MONTH_FIRST' as const) : null,
    withoutTime: options.queue ? ('NEXT_FREE' as const) : ('DRAFT' as const),
    createLabels: options.createLabels ?? false,
  };
  const preview = await client.api.previewImport(input, { signal });
  const { totals } = preview;
  const isRefused = totals.invalid > 0 && !(options.skipInvalid && totals.ready > 0);
  if (options.preview || isRefused) {
    if (json) terminal.json(preview);
    else {
      const problems = preview.rows.flatMap(({ number, problems: all }) =>
        all.map(({ column, value, wrong, fix, isWarning }) => {
          const header = preview.columns.find((one) => one.column === column)?.header ?? '';
          return [String(number), header, value, `${isWarning ? 'Warning: ' : ''}${wrong}. ${fix}.`];
        }),
      );
      terminal.table(['ROW', 'COLUMN', 'CELL', 'PROBLEM'], problems.slice(0, MAX_PROBLEMS));
      const { rows, scheduled, queued, drafts, imported, invalid } = totals;
      terminal.note(
        `${rows} rows: ${scheduled} to be scheduled, ${queued} to join a queue, ${drafts} to be drafts, ${imported} imported before, ${invalid} with problems.`,
      );
    }
    return !isRefused;
  }
  const started = await client.api.importPosts(
    { ...input, fileName: basename(file), skipInvalid: options.skipInvalid ?? false },
    { signal },
  );
  const current = await waitWhile(context, started.import, 'RUNNING', ({ rows, pending }) => {
    terminal.progress(rows - pending, rows, 'Importing');
  });
  const { created, skipped, failed } = current.counts;
  if (json) terminal.json(current);
  else terminal.line(`${current.id}: ${created} imported, ${skipped} skipped, ${failed} failed`);
  return failed === 0;
}

/** The import once its status is another one. */
async function waitWhile(
  { client, terminal, signal }: Context,
  started: Import,
  status: Import['status'],
  show: (counts: Import['counts']) => void,
): Promise<Import> {
  let current = started;
  while (current.status === status) {
    show(current.counts);
    await setTimeout(POLL_MS, undefined, { signal });
    const found = await client.api.import({ id: current.id }, { signal });
    if (!found) throw new UsageError('The import was removed.');
    current = found;
  }
  terminal.endProgress();
  return current;
}

/** Removes the posts of an import that are as they were imported, waits for the end, and shows which stayed, and why. */
export async function undoImport(context: Context, importId: string): Outcome {
  const { client, terminal, json, signal } = context;
  const started = await client.api.undoImport({ importId }, { signal });
  const current = await waitWhile(context, started.import, 'UNDOING', ({ rows, created }) => {
    terminal.progress(rows - created, rows, 'Undoing');
  });
  if (json) {
    terminal.json(current);
    return true;
  }
  const { removed, kept } = current.counts;
  if (kept > 0) {
    const found = await client.graphql<KeptRows, { id: string }>(KEPT, { id: importId }, { signal });
    const shown = (found.import?.rows.edges ?? []).map(({ node: { number, excerpt, groupId, reason } }) => [
      String(number),
      excerpt,
      groupId,
      reason,
    ]);
    terminal.table(['ROW', 'TEXT', 'POST', 'WHY IT STAYED'], shown);
  }
  terminal.line(`${importId}: ${removed} removed, ${kept} stayed`);
  return true;
}
