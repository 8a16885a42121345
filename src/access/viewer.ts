import type { PlanKey } from '../plans/plans.js';

/** Who is calling, and for whom. Every use case takes one: a viewer sees only their own. */
export interface Viewer {
  /** The user whose posts and connections are meant: the key's owner, or the managed user of `x-service-user-id`. */
  userId: string;
  /** The key's owner, who carries the plan. */
  ownerId: string;
  keyId: string;
  plan: PlanKey;
}

/** What a request says about its caller; the names are the HTTP headers, also inside connectionParams. */
export interface AccessHeaders {
  apiKey: string | undefined;
  serviceUserId: string | undefined;
  serviceClient: string | undefined;
}

/** Reads the access headers of document 1, "Common headers", from HTTP headers or graphql-ws connectionParams. */
export function accessHeaders(source: Record<string, unknown>): AccessHeaders {
  const lower = new Map(Object.entries(source).map(([name, value]) => [name.toLowerCase(), value]));
  const read = (name: string) => {
    const value = lower.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    apiKey: read('x-api-key'),
    serviceUserId: read('x-service-user-id'),
    serviceClient: read('x-service-client'),
  };
}
