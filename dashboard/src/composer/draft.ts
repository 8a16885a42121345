import platforms from 'virtual:platform-settings';
import { t } from '@lingui/core/macro';
import { formatNumber } from '../parts/formats.js';
import type { Label } from '../posts/labels.operations.js';
import type { ComposedGroup, CreateInput, Settings } from './compose.operations.js';
import { type Framing, printedFramings, toFraming } from './framings.js';

export interface DraftFile {
  /** Of this browser: under it the bytes are kept. */
  key: string;
  name: string;
  type: 'IMAGE' | 'VIDEO';
  /** Where the service fetches it, or which file of the library it is; null: it is sent from this browser. */
  source: string | null;
  altText: string;
  /** How it is cropped, and where its focus is. Absent in a draft that this browser kept before it had them. */
  framings?: readonly Framing[];
  /** Null until it is uploaded and inspected. */
  mediaId: string | null;
  url: string | null;
  /** Content type; null until it is uploaded. */
  mimeType: string | null;
  /** How it differs from what it was declared to be. */
  correction: string | null;
  /** Why it cannot be published. */
  problem: string | null;
  /** Null until it is uploaded and inspected. */
  metadata: FileMetadata | null;
  /** The file that this one was made of, by a crop or a conversion; its bytes are kept in this browser. */
  original: { key: string; name: string } | null;
}

/** As far as it was found out. */
interface FileMetadata {
  /** Pixels. */
  width: number | null;
  height: number | null;
  /** Bytes. */
  size: number | null;
  /** Seconds. */
  duration: number | null;
}

/** The stored group that a draft began with, or was last saved as. */
interface Base {
  updatedAt: string;
  /** What can be edited of it, for comparisons. */
  content: string;
  /** What the draft was then. */
  draft: string;
  /** Its files, and those that were added from here. */
  mediaIds: string[];
  /** Its files alone. */
  savedMediaIds: string[];
  /** Labels that the draft had then. The differences are stored, so that labels from elsewhere stay. */
  labelIds: string[];
}

/** A post that is being written. */
export interface Draft {
  content: string;
  platformIds: string[];
  /** Texts of single targets, by platform id. */
  overrides: Record<string, string>;
  /** First comments of single targets, by platform id; empty: none. */
  comments: Record<string, string>;
  settings: Settings;
  /** Labels of the post, which are not published. */
  labels: Label[];
  files: DraftFile[];
  /** The frame that is the cover of a video, in milliseconds; null: the platform chooses. */
  coverMs: number | null;
  /** What the service adds to the texts when they are published. */
  addSignature: boolean;
  addLinkParameters: boolean;
  /** When it goes out, as an instant; null: now, or in a queue. */
  at: string | null;
  /** USUAL: in the queue for its accounts, and now without one. QUEUE: in the queue. CHOSEN: as `at` says. */
  timing: 'USUAL' | 'QUEUE' | 'CHOSEN';
  /** The proposal of the address that was taken over. */
  proposedAt: string | null;
  /** The group that it is stored as; null: none yet. */
  groupId: string | null;
  base: Base | null;
  /** A creation whose response did not arrive. It is repeated unchanged, under its key, before any other request. */
  creation: CreateInput | null;
}

export const newDraft = (platformIds: string[]): Draft => ({
  content: '',
  platformIds,
  overrides: {},
  comments: {},
  settings: completeSettings({}),
  labels: [],
  files: [],
  coverMs: null,
  addSignature: true,
  addLinkParameters: true,
  at: null,
  timing: 'USUAL',
  proposedAt: null,
  groupId: null,
  base: null,
  creation: null,
});

/** All settings, in the order of the schema; those that have no value are left out. */
function completeSettings(given: Settings): Settings {
  return Object.fromEntries(
    platforms.map(({ platform, settings }) => [
      platform,
      Object.fromEntries(
        settings.flatMap(({ name, default: otherwise }) => {
          const value = given[platform]?.[name] ?? otherwise;
          return value === null ? [] : [[name, value]];
        }),
      ),
    ]),
  );
}

/** The API gives bytes as a text: they can exceed what JSON's numbers hold. */
export const metadataOf = ({
  size,
  ...known
}: Omit<FileMetadata, 'size'> & { size: string | number | null }): FileMetadata => ({
  ...known,
  size: size === null ? null : Number(size),
});

const filesOf = ({ media }: Pick<ComposedGroup, 'media'>) => media?.edges.map(({ node }) => node) ?? [];

export const platformIdsOf = ({ posts }: Pick<ComposedGroup, 'posts'>): string[] => [
  ...new Set(posts.map(({ platformId }) => platformId)),
];

/** A stored group, to be edited. */
export function draftOf(group: ComposedGroup): Draft {
  const draft: Draft = {
    ...newDraft(platformIdsOf(group)),
    content: group.content,
    overrides: Object.fromEntries(
      group.overrides.flatMap(({ platformId, content }) => (content === null ? [] : [[platformId, content]])),
    ),
    comments: Object.fromEntries(
      group.overrides.flatMap(({ platformId, firstComment }) =>
        firstComment === null ? [] : [[platformId, firstComment]],
      ),
    ),
    settings: completeSettings(group.platformSettings),
    labels: [...group.labels],
    files: filesOf(group).map(
      ({ id, name, type, mimeType, correction, url, altText, problem, framings, metadata }) => ({
        key: id,
        name,
        type,
        mimeType,
        correction,
        url,
        problem,
        altText: altText ?? '',
        framings: framings.map(toFraming),
        mediaId: id,
        source: null,
        metadata: metadataOf(metadata),
        original: null,
      }),
    ),
    coverMs: group.videoTimestamp,
    addSignature: group.addSignature,
    addLinkParameters: group.addLinkParameters,
    at: group.scheduledTime,
    timing: group.status === 'DRAFT' && group.scheduledTime === null ? 'USUAL' : 'CHOSEN',
    groupId: group.id,
  };
  return { ...draft, base: baseOf(group, draft) };
}

/** The draft is stored as this group. */
export const baseOf = (group: ComposedGroup, draft: Draft): Base => ({
  updatedAt: group.updatedAt,
  content: contentOf(group),
  draft: printed(draft),
  mediaIds: [...new Set([...(draft.base?.mediaIds ?? []), ...mediaIdsOf(group)])],
  savedMediaIds: mediaIdsOf(group),
  labelIds: labelIdsOf(draft),
});

const labelIdsOf = ({ labels }: Draft): string[] => labels.map(({ id }) => id);

/** Labels that the post gets and loses when the draft is stored. */
export function labelChangesOf(draft: Draft): { add: string[]; remove: string[] } {
  const [before, after] = [draft.base?.labelIds ?? [], labelIdsOf(draft)];
  return { add: after.filter((id) => !before.includes(id)), remove: before.filter((id) => !after.includes(id)) };
}

/** The files that were uploaded from here since the draft was last saved. */
export const unsavedMediaIds = ({ base }: Draft): string[] =>
  base ? base.mediaIds.filter((id) => !base.savedMediaIds.includes(id)) : [];

/** What can be edited of a group; a file may be on its way, so files are compared apart. */
const contentOf = (group: ComposedGroup): string =>
  JSON.stringify([
    group.status,
    group.scheduledTime,
    group.content,
    group.videoTimestamp,
    group.addSignature,
    group.addLinkParameters,
    platformIdsOf(group),
    group.overrides.map(({ platformId, content, firstComment }) => [platformId, content, firstComment]),
    completeSettings(group.platformSettings),
  ]);

/** As they are sent: without spaces around an alternative text, and without empty texts of single targets. */
const textsOf = ({ content, platformIds, overrides, comments = {}, settings, files, coverMs, ...draft }: Draft) => [
  content,
  coverMs,
  draft.addSignature,
  draft.addLinkParameters,
  platformIds,
  platformIds.map((platformId) => [
    overrides[platformId]?.trim() ? overrides[platformId] : null,
    comments[platformId] ?? null,
  ]),
  completeSettings(settings),
  files.map(({ key, mediaId, altText, framings = [] }) => [mediaId ?? key, altText.trim(), printedFramings(framings)]),
];

/** What a person entered, for comparisons. */
const printed = (draft: Draft): string =>
  JSON.stringify([draft.at, draft.timing === 'QUEUE', labelIdsOf(draft).toSorted(), textsOf(draft)]);

/** Whether something was entered that is not stored. */
export const isUnsaved = (draft: Draft): boolean =>
  draft.base
    ? printed(draft) !== draft.base.draft
    : draft.content !== '' || draft.files.length > 0 || Object.keys(draft.overrides).length > 0;

/** The ids of the group's files. */
export const mediaIdsOf = (group: ComposedGroup): string[] => filesOf(group).map(({ id }) => id);

/** Whether the group was edited by somebody else. A file can have been removed if `mayBeRemoved` says so. */
export const isChangedElsewhere = (
  draft: Draft,
  group: ComposedGroup,
  mayBeRemoved: (mediaId: string) => boolean = () => true,
): boolean => {
  const { base } = draft;
  if (!base) return false;
  const stored = new Set(mediaIdsOf(group));
  return (
    contentOf(group) !== base.content ||
    [...stored].some((id) => !base.mediaIds.includes(id)) ||
    draft.files.some(({ mediaId }) => mediaId !== null && !stored.has(mediaId) && mayBeRemoved(mediaId))
  );
};

/** Whether the group has the content of the draft. The time is compared separately. */
export const saysTheSame = (draft: Draft, group: ComposedGroup): boolean =>
  JSON.stringify(textsOf(draft)) === JSON.stringify(textsOf(draftOf(group)));

/** The custom texts of the chosen targets. */
export const ownTexts = ({ platformIds, overrides }: Draft) =>
  platformIds.flatMap((platformId) => {
    const content = overrides[platformId];
    return content === undefined ? [] : [{ platformId, content }];
  });

/** The draft as the API takes it. */
export const toPost = (draft: Draft) => ({
  content: draft.content,
  platformIds: draft.platformIds,
  overrides: draft.platformIds.flatMap((platformId) => {
    const own = draft.overrides[platformId];
    // A draft that this browser kept may be older than first comments.
    const firstComment = draft.comments?.[platformId];
    const content = own?.trim() ? own : undefined;
    return content === undefined && firstComment === undefined
      ? []
      : [
          {
            platformId,
            ...(content !== undefined && { content }),
            ...(firstComment !== undefined && { firstComment }),
          },
        ];
  }),
  addSignature: draft.addSignature,
  addLinkParameters: draft.addLinkParameters,
  platformSettings: draft.settings as CreateInput['post']['platformSettings'],
});

/** Characters of a text; the API stores no longer one. */
const MAX_CONTENT = 100_000;

/** Why a text is too long for the API; null if it is not. */
export function tooLong(text: string): string | null {
  const excess = text.length > MAX_CONTENT ? [...text].length - MAX_CONTENT : 0;
  return excess > 0 ? t`At most ${formatNumber(MAX_CONTENT)} characters: ${formatNumber(excess)} too many.` : null;
}

/** Whether the API would store it: it has a text and a target. */
export const isStorable = (draft: Draft): boolean =>
  draft.content.trim() !== '' &&
  draft.platformIds.length > 0 &&
  [draft.content, ...ownTexts(draft).map(({ content }) => content)].every((text) => tooLong(text) === null);

/** Changes that make the draft of a deleted group a new post. Its files are uploaded again. */
export const withoutGroup = ({ at, files }: Draft): Partial<Draft> => ({
  groupId: null,
  base: null,
  creation: null,
  // A time that has passed would be now, under a button that says “Schedule”.
  at: at !== null && Date.parse(at) > Date.now() ? at : null,
  files: files.map((file) => ({ ...file, mediaId: null })),
});
