/** What API and worker of the peer share. */

export const QUEUE = 'publish';

/** A prepared statement: Postgres parses it once per connection. */
export const prepared = (name, text) => (values) => ({ name, text, values });

/** Said by the bench; `tools/peer` reads nothing else of its environment. */
export const given = JSON.parse(process.env.PEER ?? '{}');
