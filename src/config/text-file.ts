import { readFileSync, statSync } from 'node:fs';

/** The content of a file; undefined, with a problem, if it cannot be used. */
export function readTextFile(path: string, variable: string, maxBytes: number, problems: string[]): string | undefined {
  try {
    const stat = statSync(path);
    // A pipe could keep the start waiting without an end.
    if (!stat.isFile()) throw new Error('is not a file');
    if (stat.size > maxBytes) throw new Error(`has more than ${maxBytes} bytes`);
    return decode(readFileSync(path));
  } catch (error) {
    problems.push(`${variable} names ${path}, which ${describe(error)}.`);
    return undefined;
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('is not text in UTF-8');
  }
}

function describe(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist';
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not read';
  return code === undefined ? message : `cannot be read (${code})`;
}
