import { addAbortSignal, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive. */
export interface ArchiveEntry {
  name: string;
  body: Readable;
  /** False for what is compressed already. */
  compress: boolean;
}

/**
 * Writes a ZIP archive, one file after the other: in memory are the chunks under way, and a line of the directory for
 * each file. `store` takes the archive; when it fails, or the signal aborts, nothing is read any more.
 */
export async function writeArchive<T>(
  entries: AsyncIterable<ArchiveEntry>,
  { mtime, signal, store }: { mtime: Date; signal: AbortSignal; store: (archive: Readable) => Promise<T> },
): Promise<T> {
  const zip = new ZipFile();
  // In Node, what the type leaves open is a Readable.
  const archive = zip.outputStream as Readable;
  const stopping = new AbortController();
  const stopped = AbortSignal.any([signal, stopping.signal]);
  zip.on('error', (error) => archive.destroy(error));
  const fill = async () => {
    for await (const { name, body, compress } of entries) {
      addAbortSignal(stopped, body);
      zip.addReadStream(body, name, { mtime, compress });
      await finished(body);
    }
    zip.end();
  };
  const filling = fill().catch((error) => void archive.destroy(error));
  try {
    return await store(archive);
  } finally {
    stopping.abort();
    await filling;
  }
}
