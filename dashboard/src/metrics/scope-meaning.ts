import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';

/** What permissions that a platform calls by a code allow, as people say it. */
const MEANINGS: [code: RegExp, meaning: MessageDescriptor][] = [
  [/insights/, msg`read the statistics of your posts and of your account`],
  [/video\.list/, msg`list your videos with their numbers`],
  [/info\.stats|profileAnalytics/, msg`read how many people follow you`],
  [/readonly$/, msg`see your videos and their numbers`],
];
const USUAL = msg`read the numbers of your posts`;

/** What the missing permissions allow: `to read the numbers of your posts`. Each meaning once. */
export const meaningsOf = (scopes: readonly string[]): string[] => [
  ...new Set(
    (scopes.length > 0 ? scopes : ['']).map((scope) => t(MEANINGS.find(([code]) => code.test(scope))?.[1] ?? USUAL)),
  ),
];
