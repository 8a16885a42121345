/** The configuration of a service in a test: what it waits for in real time is short, and limits per address are high. */
export const TESTED_ENV = {
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'warn',
  DATABASE_POOL_SIZE: '8',
  PUBLISH_TIMEOUT_MS: '1000',
  PUBLISH_GRACE_MS: '300',
  PUBLISH_LIST_LAG_MS: '0',
  WORKER_HEARTBEAT_SECONDS: '10',
  WORKER_POLL_MS: '500',
  PRIVATE_ADDRESSES: 'platforms,webhooks',
  HTTP_DRAIN_MS: '50',
  // Everybody in a test comes from one address, often as one account.
  WRONG_KEYS_PER_MINUTE: '1000000',
  INVALID_OPERATIONS_PER_MINUTE: '1000000',
  GRAPHQL_POINTS_PER_MINUTE: '1000000000',
  SIGN_UPS_PER_DAY: '400000',
};

/** Settings of a Postgres whose data nobody will miss. */
export const TESTED_POSTGRES = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
