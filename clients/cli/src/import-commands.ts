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
  let current = started.import;
  while (current.status === 'RUNNING') {
    const { rows, pending } = current.counts;
    terminal.progress(rows - pending, rows, 'Importing');
    await setTimeout(POLL_MS, undefined, { signal });
    const found = await client.api.import({ id: current.id }, { signal });
    if (!found) throw new UsageError('The import was removed.');
    current = found;
  }
  terminal.endProgress();
  const { created, skipped, failed } = current.counts;
  if (json) terminal.json(current);
  else terminal.line(`${current.id}: ${created} imported, ${skipped} skipped, ${failed} failed`);
  return failed === 0;
}
