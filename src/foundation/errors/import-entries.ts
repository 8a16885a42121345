/** Errors of imports. */
import { detailed, plain } from './entry.js';

export const IMPORT_ENTRIES = {
  IMPORT_FILE_INVALID: detailed<{ reason: string }>({
    status: 400,
    message: ({ reason }) => `The file cannot be imported: ${reason}`,
    details: { reason: 'What is wrong with the file, and in which line.' },
  }),
  IMPORT_COLUMNS_INVALID: detailed<{ reason: string }>({
    status: 400,
    message: ({ reason }) => `The columns cannot be read: ${reason}`,
    details: { reason: 'What is wrong with `columns`.' },
  }),
  IMPORT_HAS_PROBLEMS: detailed<{ rows: readonly number[]; problems: number }>({
    status: 400,
    message: ({ rows, problems }) =>
      `${problems === 1 ? '1 row has a problem' : `${problems} rows have problems`}, row ${rows[0]} first: correct the file, or skip these rows`,
    details: { rows: 'The numbers of the first 100 rows with problems.', problems: 'How many rows have problems.' },
  }),
  IMPORT_LIMIT_REACHED: plain(429, 'An account has at most 5 imports in progress: wait for one to end'),
  IMPORT_NOT_FOUND: plain(404, 'Import not found'),
  IMPORT_BEING_UNDONE: plain(409, 'The import of this file is being undone: import it again once that has ended'),
} as const;
