import type { ServerResponse } from 'node:http';
import { stringifyChunked } from '@discoveryjs/json-ext';
import { MAX_ANSWER_BYTES, type Reader } from '../domain/posts/texts.js';

/** A reader that takes nothing for so long is given up. */
const STALLED_MS = 30_000;

/** Who asked over HTTP. */
export function readerOf(response: ServerResponse): Reader {
  const waiting: (() => void)[] = [];
  response.once('close', () => {
    for (const done of waiting) done();
  });
  return {
    maxBytes: MAX_ANSWER_BYTES,
    onEnd: (done) => {
      if (response.closed) done();
      else waiting.push(done);
    },
  };
}

/** A value as JSON, in pieces that wait for the reader to have taken the ones before. Ends with the connection. */
export async function* jsonChunks(value: unknown, response: ServerResponse): AsyncGenerator<string> {
  response.setTimeout(STALLED_MS, () => response.destroy());
  for (const piece of stringifyChunked(value)) {
    if (response.closed || response.destroyed) return;
    yield piece;
    if (response.writableNeedDrain) await drained(response);
  }
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
