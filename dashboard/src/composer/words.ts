/** The words of the composer for what the API names for programs: settings, their values, and messages with them. */
import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { PLATFORMS, platformName } from '../parts/platform.js';
import type { DraftFile } from './draft.js';

type Values = Readonly<Record<string, unknown>>;

interface Words {
  label: MessageDescriptor;
  about?: MessageDescriptor;
  /** Of a choice: label and explanation of each value. */
  choices?: Readonly<Record<string, readonly [label: MessageDescriptor, about?: MessageDescriptor]>>;
  /** Of a choice without a default: what happens if nothing is chosen. */
  otherwise?: MessageDescriptor;
  /** Whether it applies; absent: always. */
  applies?: (values: Values, files: readonly DraftFile[]) => boolean;
  /** Further settings that are turned off together with it. */
  clears?: readonly string[];
  /** Most characters of a text. */
  longest?: number;
}

/** A setting of every platform that has comments. */
const FIRST_COMMENT: Words = {
  label: msg`First comment`,
  about: msg`Sent right after the post, once. Empty: none.`,
};

/** By platform, in the order in which they are shown. */
const OWN_SETTINGS: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  photogram: {
    videoType: {
      label: msg`Publish as`,
      applies: (_values, files) => files.length > 0,
      choices: {
        REELS: [msg`Post`, msg`A photo, a reel or a carousel, by the files of the post.`],
        STORIES: [msg`Story`, msg`One photo or video, without the text.`],
      },
    },
  },
  shortvideo: {
    viewerSetting: {
      label: msg`Who can watch`,
      about: msg`Until Shortvideo has approved this app, only you can watch.`,
      choices: {
        PUBLIC_TO_EVERYONE: [msg`Everyone`],
        FOLLOWER_OF_CREATOR: [msg`Followers`],
        MUTUAL_FOLLOW_FRIENDS: [msg`Friends`, msg`Followers that you follow, too.`],
        SELF_ONLY: [msg`Only you`],
      },
    },
    allowComments: { label: msg`Allow comments` },
    allowDuet: { label: msg`Allow duets` },
    allowStitch: { label: msg`Allow stitches` },
    commercialContent: {
      label: msg`This video advertises something`,
      clears: ['brandOrganic', 'brandedContent'],
    },
    brandOrganic: {
      label: msg`Your own brand`,
      about: msg`You promote yourself or your business.`,
      applies: ({ commercialContent }) => commercialContent === true,
    },
    brandedContent: {
      label: msg`Another brand`,
      about: msg`You are paid to promote a brand. Such a video cannot be for you only.`,
      applies: ({ commercialContent }) => commercialContent === true,
    },
  },
  threadtalk: {
    replyControl: {
      label: msg`Who can reply`,
      otherwise: msg`As set on Threadtalk`,
      choices: {
        EVERYONE: [msg`Everyone`],
        ACCOUNTS_YOU_FOLLOW: [msg`Accounts you follow`],
        MENTIONED_ONLY: [msg`Accounts that the post mentions`],
      },
    },
  },
  videohub: {
    title: {
      label: msg`Title`,
      about: msg`Without a title, the video is named after the beginning of the text.`,
      longest: 100,
    },
    privacy: {
      label: msg`Who can watch`,
      choices: {
        PUBLIC: [msg`Everyone`],
        UNLISTED: [msg`Anyone with the link`],
        PRIVATE: [msg`Only you`, msg`And people that you invite on Videohub.`],
      },
    },
  },
};

/** The same with the first comment, which comes last. */
export const SETTINGS_IN_WORDS: typeof OWN_SETTINGS = Object.fromEntries(
  PLATFORMS.map((platform) => platform.toLowerCase()).map((platform) => [
    platform,
    { ...OWN_SETTINGS[platform], firstComment: FIRST_COMMENT },
  ]),
);

const ALL = Object.values(SETTINGS_IN_WORDS).flatMap((settings) => Object.entries(settings));

const REPLACED: ReadonlyMap<string, MessageDescriptor | string> = new Map<string, MessageDescriptor | string>([
  ...ALL.map(([name, { label }]) => [name, label] as const),
  ...ALL.flatMap(([, { choices = {} }]) =>
    Object.entries(choices).flatMap(([value, [label]]) =>
      value.includes('_') || value === 'STORIES' || value === 'REELS' ? [[value, label] as const] : [],
    ),
  ),
  ['image/jpeg', 'JPEG'],
  ['image/png', 'PNG'],
  ['image/webp', 'WebP'],
  ['image/gif', 'GIF'],
  ['video/mp4', 'MP4'],
  ['video/quicktime', 'MOV'],
  ['video/webm', 'WebM'],
]);
/** Names of settings are replaced only where they cannot be words of a sentence. */
const NAMES = /"?\b(?:[a-z]+(?:[A-Z][a-z]+)+|[A-Z]+(?:_[A-Z]+)+|STORIES|REELS|(?:image|video)\/[\w-]+)\b"?/g;

const KEYS = new RegExp(`\\b(?:${PLATFORMS.join('|').toLowerCase()})\\b`, 'g');

function replaced(name: string): string | undefined {
  const word = REPLACED.get(name);
  return typeof word === 'object' ? `“${t(word)}”` : word;
}

/** A message of the API without names of its fields and values, beginning with a capital letter. */
export function inWords(message: string): string {
  const text = message
    .replace(NAMES, (name) => replaced(name.replaceAll('"', '')) ?? name)
    .replace(KEYS, platformName)
    .replace(/ \((?:code points|UTF-16 units)\)/g, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
