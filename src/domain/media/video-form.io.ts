import { createWriteStream } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { AppError } from '../../foundation/errors/app-error.js';
import { HEAD_BYTES, identify } from './file-format.js';
import type { ReceivedVideo } from './process-video.use-case.js';

/** The size of an upload through the service [limits/video-upload]. */
export const MAX_VIDEO_BYTES = 512 * 1024 * 1024;

/**
 * Streams the video of a form to the folder, up to the size limit. Once the form is rejected, the rest is read and
 * dropped: a client that is disconnected while sending would not see the response.
 */
export async function receiveVideo(request: IncomingMessage, folder: string): Promise<ReceivedVideo> {
  // The client may have gone while it waited for its turn.
  if (request.destroyed) throw new ClientDisconnected();
  const form = openForm(request.headers);
  let postGroupId = '';
  let video: Promise<Omit<ReceivedVideo, 'postGroupId'>> | undefined;
  const received = new Promise<void>((resolve, reject) => {
    form.on('close', resolve);
    form.on('error', reject);
    form.on('field', (name, value) => {
      if (name === 'postGroupId') postGroupId = value;
    });
    form.on('file', (field, stream, { filename: name, mimeType }) => {
      // A form rejected midway ends its files with an error, even unread ones.
      stream.on('error', () => undefined);
      // A browser sends a file field without a file as one without a name.
      if (field !== 'video' || video || !name) return void stream.resume();
      const writing = write(stream, { name, mimeType, file: path.join(folder, 'video') });
      writing.catch(reject);
      video = writing;
    });
    request.on('close', () => request.complete || form.destroy(new ClientDisconnected()));
    request.pipe(form);
  });
  return received.then(
    async () => {
      if (!video) throw new AppError('VIDEO_MISSING');
      return { ...(await video), postGroupId };
    },
    async (error) => {
      request.unpipe(form);
      request.resume();
      form.destroy();
      // The folder is deleted only after all writes have ended.
      await video?.catch(() => undefined);
      if (request.destroyed && !request.complete) throw new ClientDisconnected();
      // Any other error means that the form is malformed.
      throw error instanceof AppError || 'syscall' in error ? error : new AppError('VIDEO_MISSING');
    },
  );
}

/** The client is gone: no response is possible. */
export class ClientDisconnected extends Error {}

function openForm(headers: IncomingHttpHeaders): busboy.Busboy {
  try {
    // busboy reports the limit when it is reached, but a file of exactly that size is allowed.
    return busboy({
      headers,
      defParamCharset: 'utf8',
      limits: { fileSize: MAX_VIDEO_BYTES + 1, fieldSize: 1024, parts: 100 },
    });
  } catch {
    // No form at all.
    throw new AppError('VIDEO_MISSING');
  }
}

async function write(stream: Readable, { name, mimeType, file }: { name: string; mimeType: string; file: string }) {
  try {
    stream.once('limit', () => stream.destroy(new AppError('VIDEO_TOO_LARGE')));
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    await pipeline(stream, beginningAsVideo, target);
    return { name, mimeType, file, size: target.bytesWritten };
  } catch (error) {
    stream.resume();
    throw error;
  }
}

/** Refuses what does not begin like a video, before more of it is read [process-video/format]. */
async function* beginningAsVideo(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of stream) {
    if (head === null) yield chunk;
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length < HEAD_BYTES) continue;
      yield assertVideo(head);
      head = null;
    }
  }
  if (head !== null) yield assertVideo(head);
}

function assertVideo(head: Buffer): Buffer {
  const identity = identify(head, '');
  if ('problem' in identity || identity.format.kind !== 'video') throw new AppError('VIDEO_FORMAT_INVALID');
  return head;
}
