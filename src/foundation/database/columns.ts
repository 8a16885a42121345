import type { QueryDeepPartialEntity } from 'typeorm';

/**
 * Plain values as TypeORM's write methods take them. Their type reads every JSON column as a nested entity and so
 * refuses plain JSON; the keys stay checked here.
 */
export const columns = <Entity>(values: { [Key in keyof Entity]?: unknown }): QueryDeepPartialEntity<Entity> =>
  values as QueryDeepPartialEntity<Entity>;

/** The transaction's id as a column's default: how TypeORM reads `pg_current_xact_id()::text::bigint` back. */
export const CURRENT_TRANSACTION = (): string => '((pg_current_xact_id()))';
