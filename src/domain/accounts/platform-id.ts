/**
 * Platform ids [platform-id/form]: `<platform key>-<account id>`.
 *
 * Accounts of skyfeed are decentralized identifiers, and create-post refuses their colons [platform-id/skyfeed].
 * So an id that the service prints has every other character of the account id replaced by `_`: what is printed is
 * accepted at every door. GraphQL takes the account id as it is too (`skyfeed-did:plc:…`) [graphql/skyfeed-did].
 */
const PRINTED = /^[a-z]+-[a-zA-Z0-9_-]+$/;
const WITH_ANY_ACCOUNT_ID = /^[a-z]+-[!-~]+$/;

/** The shape that REST create-post accepts. */
export const isPlatformId = (value: string): boolean => PRINTED.test(value);

/** The shape that GraphQL accepts: any printable ASCII account id. */
export const isTarget = (value: string): boolean => WITH_ANY_ACCOUNT_ID.test(value) && value.length <= 512;

export const toPlatformId = (platform: string, accountId: string): string =>
  `${platform}-${accountId.replace(/[^a-zA-Z0-9_-]/g, '_')}`;

/** The id of an account whose own one belongs to an account of another server of the platform [platform-id/server]. */
export const toPlatformIdAt = (platform: string, accountId: string, baseUrl: string): string =>
  toPlatformId(platform, `${accountId}-${baseUrl.replace(/^https?:\/\//, '')}`);

/** Splits a target at its first dash; the account id keeps its own dashes. */
export function parseTarget(target: string): { platform: string; accountId: string; platformId: string } {
  const dash = target.indexOf('-');
  const platform = target.slice(0, dash);
  const accountId = target.slice(dash + 1);
  return { platform, accountId, platformId: toPlatformId(platform, accountId) };
}
