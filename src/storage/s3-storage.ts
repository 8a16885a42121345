import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { upload } from './s3-upload.js';
import { checkContentType, checkObjectKey, type ObjectStorage, safeContentType } from './storage.js';

export interface S3Config {
  /** Null: Amazon's own. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket is the start of the path, not of the host's name. */
  forcePathStyle: boolean;
  /** Where the public reads the bucket's objects. */
  publicUrl: string;
}

/** Objects in a bucket of S3 or of any service that speaks its protocol. */
export function makeS3Storage({ clock, ...config }: S3Config & { clock: () => Date }): ObjectStorage {
  const client = new S3Client({
    region: config.region,
    ...(config.endpoint !== null && { endpoint: config.endpoint }),
    forcePathStyle: config.forcePathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // By default the SDK sends checksums that services other than Amazon's reject.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // By default there is no timeout.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
  });
  const at = (key: string) => ({ Bucket: config.bucket, Key: checkObjectKey(key) });
  const remove = async (key: string) => void (await client.send(new DeleteObjectCommand(at(key))));

  /** An upload that arrived since it was looked at is kept, where the service has conditional deletions. */
  async function removeVersion(key: string, IfMatch: string | undefined): Promise<void> {
    try {
      await client.send(new DeleteObjectCommand({ ...at(key), IfMatch }));
    } catch (error) {
      if (statusOf(error) === NOT_IMPLEMENTED) await remove(key);
      else if (!GONE.has(statusOf(error))) throw error;
    }
  }

  async function* list(prefix: string): AsyncGenerator<{ key: string; storedAt: Date }> {
    for await (const page of paginateListObjectsV2({ client }, { Bucket: config.bucket, Prefix: prefix })) {
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key !== undefined && LastModified !== undefined) yield { key: Key, storedAt: LastModified };
      }
    }
  }

  return {
    receivesUploads: false,

    async signUpload(key, contentType, expiresIn) {
      const command = new PutObjectCommand({ ...at(uploadKey(key)), ContentType: safeContentType(contentType) });
      // By default the presigner does not sign the content type.
      const signableHeaders = new Set(['content-type']);
      return getSignedUrl(client, command, { expiresIn, signableHeaders, signingDate: clock() });
    },
    uploadKey,
    async signDownload(key, expiresIn) {
      return getSignedUrl(client, new GetObjectCommand(at(key)), { expiresIn, signingDate: clock() });
    },
    publicUrl: (key) => `${config.publicUrl}/${checkObjectKey(key)}`,

    async put(key, body, { contentType, place = (move) => move() }) {
      try {
        checkContentType(contentType);
        return await upload(client, { ...at(key), contentType, place }, body);
      } finally {
        body.destroy();
      }
    },

    async get(key, part) {
      const target = at(key);
      const Range = part && `bytes=${part.start}-${part.end}`;
      try {
        const found = await client.send(new GetObjectCommand({ ...target, Range }));
        const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength);
        // In Node, what the SDK's type leaves open is a Readable.
        return { body: found.Body as Readable, size, contentType: typeOf(found), version: versionOf(found) };
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        if (!(error instanceof S3ServiceException && error.name === 'InvalidRange')) throw error;
        const found = await client.send(new HeadObjectCommand(target));
        const size = Number(found.ContentLength);
        return { body: Readable.from([]), size, contentType: typeOf(found), version: versionOf(found) };
      }
    },

    async take(key, { from, version, contentType }) {
      checkContentType(contentType);
      const [source, target] = [at(from), at(key)];
      try {
        const found = await client.send(new HeadObjectCommand(source));
        if (versionOf(found) !== version) return false;
        const isLabelled = typeOf(found) === contentType || Number(found.ContentLength) > MAX_COPY_BYTES;
        if (from === key && isLabelled) return true;
        await client.send(
          new CopyObjectCommand({
            ...target,
            CopySource: `${config.bucket}/${from}`,
            CopySourceIfMatch: found.ETag,
            MetadataDirective: 'REPLACE',
            ContentType: contentType,
          }),
        );
        // If this fails, the upload is taken again, or deleted after some days.
        if (from !== key) await removeVersion(from, found.ETag).catch(() => undefined);
        return true;
      } catch (error) {
        // It was deleted or replaced meanwhile.
        if (GONE.has(statusOf(error))) return false;
        throw error;
      }
    },

    async delete(keys) {
      // One by one: not every service has DeleteObjects, or takes the checksum that the SDK sends with it.
      await Promise.all(keys.flatMap((key) => [uploadKey(key), key]).map(remove));
    },

    async deleteVersion(key, version) {
      try {
        const found = await client.send(new HeadObjectCommand(at(key)));
        if (versionOf(found) === version) await removeVersion(key, found.ETag);
      } catch (error) {
        if (!GONE.has(statusOf(error))) throw error;
      }
    },

    async deleteUploads(before, limit) {
      let deleted = 0;
      for await (const { key, storedAt } of list(UPLOADS)) {
        if (deleted === limit) break;
        if (storedAt >= before) continue;
        await remove(key);
        deleted += 1;
      }
      return deleted;
    },

    list,

    close: () => client.destroy(),
  };
}

/** Where uploads arrive: apart from the objects, which only the service writes. */
const UPLOADS = 'incoming/';
const uploadKey = (key: string): string => `${UPLOADS}${checkObjectKey(key)}`;

/** What CopyObject takes. */
const MAX_COPY_BYTES = 5 * 1024 ** 3;

/** Not found; precondition failed. */
const GONE: ReadonlySet<number> = new Set([404, 412]);
const NOT_IMPLEMENTED = 501;
const statusOf = (error: unknown): number =>
  error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;

/** With the time: an ETag is often the MD5 of the bytes, and two files can be made that have the same one. */
const versionOf = ({ ETag = '', LastModified }: { ETag?: string | undefined; LastModified?: Date | undefined }) =>
  `${ETag} ${LastModified?.getTime() ?? ''}`;

const typeOf = ({ ContentType = 'application/octet-stream' }: { ContentType?: string | undefined }) => ContentType;
