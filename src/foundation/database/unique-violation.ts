/** Postgres' code of an error: a row has the key of another one. */
export const UNIQUE_VIOLATION = '23505';
