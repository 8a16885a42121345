import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { type Connection, connectionsById } from '../accounts/connection.repository.js';
import type { Viewer } from '../identity/access/viewer.js';

/** Error: CONNECTION_NOT_FOUND. */
export async function ownConnection(db: Db, { userId }: Viewer, id: string): Promise<Connection> {
  const [connection] = await connectionsById(db, [id]);
  if (connection?.userId !== userId) throw new AppError('CONNECTION_NOT_FOUND');
  return connection;
}
