import { access, constants, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../errors/start-error.js';

/**
 * Makes a folder that only its owner can read, with those above it. Not by `recursive`: Node would retry forever where
 * a file system makes no folders, such as /proc.
 */
async function makeFolder(folder: string): Promise<void> {
  if (await isMade(folder)) return;
  await makeFolder(path.dirname(folder));
  if (!(await isMade(folder))) throw new Error('no folder can be made there');
}

/** Makes the folder unless it exists. Returns false if the folder above it is missing. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    if (codeOf(error) === 'EEXIST' && (await stat(folder)).isDirectory()) return true;
    throw error;
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/**
 * Opens a folder of the data, and makes it if it is missing.
 * @throws StartError with one sentence for the operator when it cannot be made or written to.
 */
export async function openFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw notWritable(folder, error);
  }
}

/** What the operator can do about a folder that cannot be written to. */
export const notWritable = (folder: string, error: unknown): StartError =>
  new StartError(
    `The data folder ${folder} cannot be used (${error instanceof Error ? error.message : String(error)}): set DATA_DIR to a folder that this user may write to.`,
    { cause: error },
  );
