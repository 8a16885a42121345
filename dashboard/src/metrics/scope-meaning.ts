/** What permissions that a platform calls by a code allow, as people say it. */
const MEANINGS: [code: RegExp, meaning: string][] = [
  [/insights/, 'read the statistics of your posts and of your account'],
  [/video\.list/, 'list your videos with their numbers'],
  [/info\.stats|profileAnalytics/, 'read how many people follow you'],
  [/readonly$/, 'see your videos and their numbers'],
];
const USUAL = 'read the numbers of your posts';

/** What the missing permissions allow: `to read the numbers of your posts`. Each meaning once. */
export const meaningsOf = (scopes: readonly string[]): string[] => [
  ...new Set(
    (scopes.length > 0 ? scopes : ['']).map((scope) => MEANINGS.find(([code]) => code.test(scope))?.[1] ?? USUAL),
  ),
];
