import { createHash } from 'node:crypto';
import { code, encode } from '@ipld/dag-cbor';
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';

const SHA2_256 = 0x12;

/** JSON in the data model of AT Protocol: `$link` is a CID, `$bytes` are bytes, and what is undefined is not there. */
function dataModel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dataModel);
  // The encoder supports fractions, the protocol does not.
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new TypeError('not part of the data model');
  if (typeof value !== 'object' || value === null) return value;
  if ('$link' in value && typeof value.$link === 'string') return CID.parse(value.$link);
  if ('$bytes' in value && typeof value.$bytes === 'string') return Buffer.from(value.$bytes, 'base64');
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, dataModel(field)]));
}

/** What a CID says its bytes are: not encoded in any way. */
const raw = 0x55;

/** The CID of a blob, from the SHA-256 of its bytes. */
export const blobCid = (sha256: string): string =>
  CID.create(1, raw, create(SHA2_256, Buffer.from(sha256, 'hex'))).toString();

/** The CID of a record: version 1, DAG-CBOR, SHA-256, in base 32. */
export function cidOf(value: unknown): string {
  const digest = createHash('sha256')
    .update(encode(dataModel(value)))
    .digest();
  return CID.create(1, code, create(SHA2_256, digest)).toString();
}
