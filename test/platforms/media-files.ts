import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import type { SandboxMedia } from '../../sandbox/sandbox.js';
import type { PartMedia } from '../../src/platforms/port/platform.js';
import { makeVideo } from '../support/video-file.js';

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp';

/** Files to publish, in a folder of the test's own. */
export interface MediaFiles {
  /** A small image of noise, no two of them alike. */
  image(format?: ImageFormat, width?: number, height?: number): Promise<PartMedia>;
  /** The smallest MP4 that a platform takes for one, with as many bytes after it as are requested. */
  video(bytes?: number): Promise<PartMedia>;
  /** A video of four seconds, that every platform takes. */
  clip(): Promise<PartMedia>;
  /** A file with this content, which may differ from its declared kind and type. */
  file(content: Buffer | string, media: Pick<PartMedia, 'kind' | 'mimeType' | 'name'>): Promise<PartMedia>;
  /** The same file with zeros at its end, which take no room on the disk. */
  padded(media: PartMedia, bytes: number): Promise<PartMedia>;
  close(): Promise<void>;
}

/** A box of an MP4: its length, its name, its content. */
const box = (name: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8, `\0\0\0\0${name}`, 'latin1');
  head.writeUInt32BE(8 + content.length);
  return Buffer.concat([head, content]);
};

export const mp4 = (): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\x01isommp42', 'latin1')),
    box('moov', box('mvhd', Buffer.alloc(100))),
    box('mdat', randomBytes(2_000)),
  ]);

export async function openMediaFiles(): Promise<MediaFiles> {
  const dir = await mkdtemp(path.join(tmpdir(), 'media-'));
  let count = 0;
  const unknown = { width: null, height: null, durationSeconds: null, altText: null };
  // For the platforms that fetch media themselves.
  const server = createServer((request, response) => {
    createReadStream(path.join(dir, path.basename(request.url ?? '')))
      .on('error', () => response.destroy())
      .pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const file: MediaFiles['file'] = async (content, media) => {
    count += 1;
    const at = path.join(dir, `${count}-${media.name}`);
    await writeFile(at, content);
    const url = `http://127.0.0.1:${port}/${path.basename(at)}`;
    return { ...media, ...unknown, path: at, bytes: Buffer.byteLength(content), url };
  };
  const files: MediaFiles = {
    file,
    async image(format = 'jpeg', width = 32, height = 24) {
      const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
      const name = `image.${format}`;
      const media = await file(await noise.toFormat(format).toBuffer(), {
        kind: 'image',
        mimeType: `image/${format}`,
        name,
      });
      return { ...media, width, height };
    },
    async video(bytes = 0) {
      const media = await file(mp4(), { kind: 'video', mimeType: 'video/mp4', name: 'video.mp4' });
      const known = { ...media, width: 640, height: 360, durationSeconds: 12.4 };
      return bytes > media.bytes ? files.padded(known, bytes) : known;
    },
    clip: () => file(makeVideo(), { kind: 'video', mimeType: 'video/mp4', name: 'clip.mp4' }),
    async padded(media, bytes) {
      const handle = await open(media.path, 'r+');
      await handle.truncate(bytes);
      await handle.close();
      return { ...media, bytes };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
  return files;
}

/** What a platform keeps of a file. */
export async function mediaOf(media: PartMedia): Promise<Pick<SandboxMedia, 'mimeType' | 'bytes' | 'sha256'>> {
  const content = await readFile(media.path);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { mimeType: media.mimeType, bytes: content.length, sha256 };
}
