/** What several routes have in common: fields as schemas, and GraphQL's names in the contract's spelling. */
import { z } from 'zod';

export const id = z.string().regex(/^[0-9a-fA-F]{24}$/);
export const postGroupId = id.describe('The post group: 24 hexadecimal characters.');
export const isoTime = z.string().meta({ format: 'date-time' });
/** A time in a request [iso-8601/short]. */
export const requestTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/)
  .describe('ISO 8601 with a time zone.');
export const platformKey = z.string().describe('Key of the platform, for example `network`.');
export const success = z.literal(true);

export const GROUP_STATUSES = ['draft', 'scheduled', 'published', 'failed', 'partially_published'] as const;
export const PART_STATUSES = ['draft', 'scheduled', 'pending', 'processing', 'published', 'failed'] as const;
type PartStatus = (typeof PART_STATUSES)[number];

/** The last error of a post to a connection. */
export const lastError = z
  .object({ message: z.string(), occurredAt: isoTime })
  .nullable()
  .describe('The last error of a post to it; null if there was none.');

export const tokenExpiresIn = z
  .string()
  .nullable()
  .describe('Remaining lifetime of its access token: `7d 3h`, `5h`, `< 1h`, `expired`; null if it does not expire.');

/** A lenient optional field: any invalid value means this default. */
export const lenient = (field: z.ZodType, otherwise: string) =>
  z.union([field, z.unknown().describe(otherwise)]).optional();

/** The status of a platform post. One that was deleted on its platform was published [platform-post/deleted]. */
export const partStatus = (status: Uppercase<PartStatus> | 'DELETED'): PartStatus =>
  status === 'DELETED' ? 'published' : lowerCase(status);

/** A value of a GraphQL enum as the contract spells it. */
export const lowerCase = <Name extends string>(name: Name): Lowercase<Name> => name.toLowerCase() as Lowercase<Name>;
