import { createHash } from 'node:crypto';
import type { Connection } from './connection.repository.js';

/** Where this service serves the picture of an account. Another picture has another path, so that browsers can keep it. */
export const picturePath = ({ id, profileImageUrl }: Pick<Connection, 'id' | 'profileImageUrl'>): string | null =>
  profileImageUrl &&
  `/account-pictures/${id}?v=${createHash('sha256').update(profileImageUrl).digest('hex').slice(0, 8)}`;
