import { createHash } from 'node:crypto';

const base32Letters = 'abcdefghijklmnopqrstuvwxyz234567';

function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += base32Letters[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + base32Letters[(value << (5 - bits)) & 31] : text;
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text) {
    value = ((value << 5) | base32Letters.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >>> bits) & 0xff);
    }
  }
  return Buffer.from(bytes);
}

// A CBOR item starts with its kind and its length, or with a number itself.
function head(kind: number, value: number): Buffer {
  const major = kind << 5;
  if (value < 24) return Buffer.from([major | value]);
  if (value < 0x100) return Buffer.from([major | 24, value]);
  const length = value < 0x10000 ? 2 : value < 0x1_0000_0000 ? 4 : 8;
  const bytes = Buffer.alloc(1 + length);
  bytes[0] = major | (length === 2 ? 25 : length === 4 ? 26 : 27);
  if (length === 8) bytes.writeBigUInt64BE(BigInt(value), 1);
  else bytes.writeUIntBE(value, 1, length);
  return bytes;
}

function encodeMap(value: object): Buffer {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  const keyed = entries.map(([name, field]) => ({ name: Buffer.from(name), field: field as unknown }));
  // DAG-CBOR orders keys by length first, then by bytes.
  keyed.sort((a, b) => a.name.length - b.name.length || a.name.compare(b.name));
  const parts = keyed.flatMap(({ name, field }) => [head(3, name.length), name, encodeCbor(field)]);
  return Buffer.concat([head(5, keyed.length), ...parts]);
}

/** Encodes JSON as the data model of AT Protocol does: canonical DAG-CBOR, with `$link` and `$bytes`. */
export function encodeCbor(value: unknown): Buffer {
  if (value === null) return Buffer.from([0xf6]);
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4]);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encodeCbor)]);
  if (typeof value !== 'object') throw new TypeError('not part of the data model');
  if ('$link' in value && typeof value.$link === 'string') {
    // Tag 42: a link, as the bytes of the CID behind a zero byte.
    const cid = fromBase32(value.$link.slice(1));
    return Buffer.concat([head(6, 42), head(2, cid.length + 1), Buffer.from([0]), cid]);
  }
  if ('$bytes' in value && typeof value.$bytes === 'string') {
    const bytes = Buffer.from(value.$bytes, 'base64');
    return Buffer.concat([head(2, bytes.length), bytes]);
  }
  return encodeMap(value);
}

/** The CID of a record: version 1, DAG-CBOR, SHA-256, in base 32. */
export function cidOf(value: unknown): string {
  const digest = createHash('sha256').update(encodeCbor(value)).digest();
  return `b${base32(Buffer.concat([Buffer.from([0x01, 0x71, 0x12, 0x20]), digest]))}`;
}
