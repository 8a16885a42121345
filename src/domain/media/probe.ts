import { HEAD_BYTES, identify } from './file-format.js';
import type { MediaMetadata } from './media.js';
import type { AccountFile } from './media-file.js';
import type { RunInMediaProcess } from './media-processes.io.js';
import { MediaRefused } from './media-refused.js';

/** What a file turned out to be. `reason` is a sentence for the one who uploaded it. */
export type Probed =
  | { kind: 'image' | 'video'; mimeType: string; metadata: MediaMetadata }
  | { kind: 'broken'; reason: string };

const STILL = { frameRate: null, codecName: null, bitRate: null, duration: null, pixelFormat: null, frames: null };

/**
 * Inspects a file to determine its format and whether it is complete. Rejects only if it could not be read: that says
 * nothing about the file, and can be retried.
 */
export type Probe = (file: AccountFile, contentType: string) => Promise<Probed>;

export const makeProbe =
  (run: RunInMediaProcess): Probe =>
  async (file, contentType) => {
    const { size, read } = file;
    if (size === 0) return { kind: 'broken', reason: 'The file is empty' };
    const identity = identify(await read(0, Math.min(size, HEAD_BYTES)), contentType);
    // Checked before any library opens it (an SVG could reference other files).
    if ('problem' in identity) return { kind: 'broken', reason: identity.problem };
    const { kind, name, is, types } = identity.format;
    const task = kind === 'video' ? 'probeByMediainfo' : 'probeBySharp';
    try {
      const facts = await run(task, { is, size }, file);
      return { kind, mimeType: types[0], metadata: { size, format: name, ...STILL, ...facts } };
    } catch (error) {
      if (error instanceof MediaRefused) return { kind: 'broken', reason: error.message };
      throw error;
    }
  };
