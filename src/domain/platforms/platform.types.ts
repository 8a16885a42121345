import { registerEnumType } from 'type-graphql';
import { enumOfCodes } from '../../foundation/graphql/enum-of-codes.js';
import { FAILURES, type FailureCode } from '../../platforms/port/failure.js';
import { PLATFORM_KEYS, type PlatformKey } from '../../platforms/port/platform.js';

/** GraphQL spells its enumerations in upper case; a value is the key itself. */
const upperCase = <Key extends string>(values: readonly Key[]) =>
  Object.fromEntries(values.map((value) => [value.toUpperCase(), value])) as Record<string, Key>;

export const PlatformEnum = upperCase<PlatformKey>(PLATFORM_KEYS);
registerEnumType(PlatformEnum, {
  name: 'Platform',
  description: 'A social platform, by its neutral key.',
  valuesConfig: {
    MICROBLOG: { description: 'Short texts with images or a video; a longer text becomes a thread.' },
    NETWORK: { description: 'The professional network: members and organizations, with statistics and interactions.' },
    PHOTOGRAM: { description: 'Images and videos; every post has one.' },
    THREADTALK: { description: 'Short texts with images or videos; replies can be hidden.' },
    SHORTVIDEO: { description: 'Short videos; every post has one.' },
    VIDEOHUB: { description: 'Videos with a title; every post has one.' },
    SOCIALPAGE: { description: 'Pages of a social network, on which their managers post.' },
    SKYFEED: { description: 'Short texts with images, a video or a link card, on an open network.' },
    FEDIVERSE: { description: 'Servers of an open network; each account belongs to one of them.' },
    MESSENGER: { description: 'Channels and groups, to which a bot posts.' },
    PINBOARD: { description: 'Posts are images or a video; a connection cannot be checked.' },
  },
});

export const FailureCodeEnum = enumOfCodes<FailureCode>(FAILURES);
registerEnumType(FailureCodeEnum, {
  name: 'FailureCode',
  description: 'Why a platform post failed. The list grows: treat a code that you do not know as UNKNOWN_ERROR.',
  valuesConfig: Object.fromEntries(
    Object.entries(FAILURES).map(([code, { advice }]) => [code, { description: advice }]),
  ),
});

export const FaultEnum = { CONTENT: 'content', ACCOUNT: 'account', PLATFORM: 'platform', SERVICE: 'service' } as const;
registerEnumType(FaultEnum, {
  name: 'Fault',
  description: 'Who has to act on a failure.',
  valuesConfig: {
    CONTENT: { description: 'The content or its settings have to change.' },
    ACCOUNT: { description: 'The connected account has to be connected again or given a right.' },
    PLATFORM: { description: 'The platform had an error or applied a limit.' },
    SERVICE: { description: 'This service was at fault.' },
  },
});

/** A stored platform key as the enum; null for one that REST accepted and this service does not know. */
export const knownPlatform = (platform: string | null): PlatformKey | null =>
  PLATFORM_KEYS.find((key) => key === platform) ?? null;
