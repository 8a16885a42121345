import type { ServerResponse } from 'node:http';
import { stringifyChunked } from '@discoveryjs/json-ext';
import { MAX_ANSWER_BYTES, type Reader } from '../domain/posts/reading/texts.io.js';

/** A reader that does not read for this long is disconnected. */
const STALLED_MS = 30_000;

/** The reader of an HTTP response. */
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
    isGone: () => response.closed,
  };
}

/** A value as JSON chunks, with backpressure. Ends with the connection. */
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
