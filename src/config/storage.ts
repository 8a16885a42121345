import type { S3Config } from '../storage/s3-storage.js';
import { flag, httpUrl, integer, text, type Values } from './variable.js';

export const storageVariables = {
  S3_BUCKET: text('the name of a bucket').optional().meta({
    description: 'Bucket for uploaded files. Requires the four variables below.',
    unset: 'files in `DATA_DIR`',
  }),
  S3_REGION: text('the region of the bucket').optional().meta({ description: 'Region of the bucket.', unset: 'none' }),
  S3_PUBLIC_URL: httpUrl.optional().meta({ description: 'Where the public reads the bucket.', unset: 'none' }),
  S3_ACCESS_KEY_ID: text('the id of an access key')
    .optional()
    .meta({ description: 'Id of the access key.', unset: 'none' }),
  S3_SECRET_ACCESS_KEY: text('the secret of the access key')
    .optional()
    .meta({ description: 'Secret of the access key.', unset: 'none', secret: true }),
  S3_ENDPOINT: httpUrl.optional().meta({ description: 'Another S3-compatible service.', unset: 'Amazon’s' }),
  S3_FORCE_PATH_STYLE: flag.default(false).describe('Put the bucket into the path instead of the host name.'),
  REST_UPLOAD_GRACE_MS: integer(0, 3_600_000)
    .default(0)
    .describe(
      'How long a post of REST create-post that is due sooner is postponed, for clients that attach its files only afterwards.',
    ),
};

/** What else a bucket needs. */
const NEEDED = {
  S3_REGION: 'the region of the bucket',
  S3_ACCESS_KEY_ID: 'the id of an access key',
  S3_SECRET_ACCESS_KEY: 'the secret of the access key',
  S3_PUBLIC_URL: 'the http or https address under which the public reads the bucket',
};

/** Null: uploaded files are kept in the data folder. `problems` gets a sentence for everything that is missing. */
export function readStorage(value: Values<typeof storageVariables>, problems: string[]): S3Config | null {
  if (value.S3_BUCKET === undefined) return null;
  const needed = (name: keyof typeof NEEDED): string => {
    if (value[name] === undefined) {
      problems.push(`${name} is missing: with S3_BUCKET set, it must be ${NEEDED[name]}.`);
    }
    return value[name] ?? '';
  };
  return {
    endpoint: value.S3_ENDPOINT ?? null,
    region: needed('S3_REGION'),
    bucket: value.S3_BUCKET,
    accessKeyId: needed('S3_ACCESS_KEY_ID'),
    secretAccessKey: needed('S3_SECRET_ACCESS_KEY'),
    forcePathStyle: value.S3_FORCE_PATH_STYLE,
    publicUrl: needed('S3_PUBLIC_URL'),
  };
}
