import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Place } from './storage.js';

/**
 * How much is held in memory at a time, so that a part whose connection breaks can be sent again. S3 requires 5 MiB or
 * more, and at most 10,000 parts: 80 GB is more than any platform accepts.
 */
const PART_BYTES = 8 * 1024 * 1024;

/** Stores a stream of any length as one object, which is there once the last byte has arrived. */
export async function upload(
  client: S3Client,
  { contentType: ContentType, place, ...target }: { Bucket: string; Key: string; contentType: string; place: Place },
  body: AsyncIterable<Buffer>,
): Promise<{ size: number }> {
  const parts = inParts(body);
  const { value: first = Buffer.alloc(0) } = await parts.next();
  if (first.length < PART_BYTES) {
    await place(async () => {
      await client.send(new PutObjectCommand({ ...target, ContentType, Body: first }));
    });
    return { size: first.length };
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...target, ContentType }));
  const begun = { ...target, UploadId };
  try {
    const Parts: CompletedPart[] = [];
    let size = 0;
    for (let part: Buffer | undefined = first; part; part = (await parts.next()).value) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...begun, PartNumber, Body: part }));
      Parts.push({ PartNumber, ETag });
      size += part.length;
    }
    await place(async () => {
      await client.send(new CompleteMultipartUploadCommand({ ...begun, MultipartUpload: { Parts } }));
    });
    return { size };
  } catch (error) {
    // The failure is what counts. What cannot be aborted now is for the bucket's rule on incomplete uploads.
    await client.send(new AbortMultipartUploadCommand(begun)).catch(() => undefined);
    throw error;
  }
}

/** Cuts a stream into parts of that size; only the last one is shorter, and none is empty. */
async function* inParts(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let gathered: Buffer[] = [];
  let missing = PART_BYTES;
  for await (let chunk of body) {
    while (chunk.length >= missing) {
      yield Buffer.concat([...gathered, chunk.subarray(0, missing)]);
      chunk = chunk.subarray(missing);
      gathered = [];
      missing = PART_BYTES;
    }
    gathered.push(chunk);
    missing -= chunk.length;
  }
  if (missing < PART_BYTES) yield Buffer.concat(gathered);
}
