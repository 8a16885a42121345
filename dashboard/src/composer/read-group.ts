import type { Client } from 'urql';
import { type Failure, failureOf } from '../api/failure.js';
import { type ComposedGroup, STORED } from './compose.operations.js';

/** A group as it is stored now; null if there is none. */
export async function readGroup(client: Client, id: string): Promise<ComposedGroup | null | Failure> {
  const result = await client.query(STORED, { id }, { requestPolicy: 'network-only' }).toPromise();
  return failureOf(result) ?? result.data?.postGroup ?? null;
}
