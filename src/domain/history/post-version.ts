/** Versions of what a group is to publish, and how they differ. */
import type { Framing } from '../../platforms/port/framing.js';
import type { Viewer } from '../identity/access/viewer.js';
import { fromStoredSettings, type PlatformSettings } from '../posts/state/platform-settings.js';
import type { PostGroupStatus } from '../posts/state/post-group.js';

export const EditorKind = {
  PERSON: 'person',
  API_KEY: 'api_key',
  APPLICATION: 'application',
  OPERATOR: 'operator',
} as const;
export type EditorKind = (typeof EditorKind)[keyof typeof EditorKind];

/** Who edits, by the id of the person, the key or the application. */
export interface Editor {
  kind: EditorKind;
  /** Null for an operator, who is not named. */
  id: string | null;
}

/** Null: the holder of an approval link, who has no login. */
export function editorOf({ session, keyId, applicationId }: Viewer): Editor | null {
  if (session?.operator) return { kind: EditorKind.OPERATOR, id: null };
  if (session) return { kind: EditorKind.PERSON, id: session.personId };
  if (keyId) return { kind: EditorKind.API_KEY, id: keyId };
  return applicationId ? { kind: EditorKind.APPLICATION, id: applicationId } : null;
}

/** What a version has of a group. */
export interface Snapshot {
  content: string;
  status: PostGroupStatus;
  /** Milliseconds since 1970; null: none. */
  scheduledTime: number | null;
  videoTimestamp: number | null;
  addSignature: boolean;
  addLinkParameters: boolean;
  /** Those that are not the defaults. */
  settings: PlatformSettings;
  /** By platform id; `content` is the own text, `firstComment`, if present, the own first comment. */
  targets: { platformId: string; content: string | null; firstComment?: string }[];
  /** In their order. */
  files: { id: string; name: string; altText: string | null; framings?: readonly Framing[] }[];
}

export const VersionField = {
  CONTENT: 'CONTENT',
  ACCOUNT: 'ACCOUNT',
  ACCOUNT_CONTENT: 'ACCOUNT_CONTENT',
  ACCOUNT_FIRST_COMMENT: 'ACCOUNT_FIRST_COMMENT',
  STATUS: 'STATUS',
  SCHEDULED_TIME: 'SCHEDULED_TIME',
  SETTING: 'SETTING',
  VIDEO_TIMESTAMP: 'VIDEO_TIMESTAMP',
  ADD_SIGNATURE: 'ADD_SIGNATURE',
  ADD_LINK_PARAMETERS: 'ADD_LINK_PARAMETERS',
  FILE: 'FILE',
  FILE_ORDER: 'FILE_ORDER',
  ALT_TEXT: 'ALT_TEXT',
  FRAMING: 'FRAMING',
} as const;
export type VersionField = (typeof VersionField)[keyof typeof VersionField];

/** Something that differs from the version before. */
export interface VersionChange {
  field: VersionField;
  /** Which account, setting or file; null: there is only one of the field. */
  subject: string | null;
  /** Null: there was none. */
  before: string | null;
  /** Null: there is none any more. */
  after: string | null;
}

type Change = VersionChange | null;

const change = (
  field: VersionField,
  subject: string | null,
  before: string | number | null,
  after: string | number | null,
): Change => (before === after ? null : { field, subject, before: asText(before), after: asText(after) });

const asText = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
const asTime = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** `all: crop 0.25,0 0.5x1; photogram: focus 0.5,0.2` */
function asFramings(framings: readonly Framing[] = []): string | null {
  const parts = framings.map(({ platform, crop, focus }) => {
    const how = [
      crop && `crop ${crop.x},${crop.y} ${crop.width}x${crop.height}`,
      focus && `focus ${focus.x},${focus.y}`,
    ];
    return `${platform ?? 'all'}: ${how.filter(Boolean).join(', ')}`;
  });
  return parts.join('; ') || null;
}

/** What differs, in the order of VersionField. */
export function changesBetween(before: Snapshot, after: Snapshot): VersionChange[] {
  const targets = paired(before.targets, after.targets, ({ platformId }) => platformId);
  const files = paired(before.files, after.files, ({ id }) => id);
  const changes: Change[] = [
    change('CONTENT', null, before.content, after.content),
    ...targets.map(([id, was, is]) => change('ACCOUNT', id, was ? id : null, is ? id : null)),
    ...targets.map(([id, was, is]) => change('ACCOUNT_CONTENT', id, was?.content ?? null, is?.content ?? null)),
    ...targets.map(([id, was, is]) =>
      change('ACCOUNT_FIRST_COMMENT', id, was?.firstComment ?? null, is?.firstComment ?? null),
    ),
    change('STATUS', null, before.status.toUpperCase(), after.status.toUpperCase()),
    change('SCHEDULED_TIME', null, asTime(before.scheduledTime), asTime(after.scheduledTime)),
    ...settingChanges(before, after),
    change('VIDEO_TIMESTAMP', null, before.videoTimestamp, after.videoTimestamp),
    change('ADD_SIGNATURE', null, `${before.addSignature}`, `${after.addSignature}`),
    change('ADD_LINK_PARAMETERS', null, `${before.addLinkParameters}`, `${after.addLinkParameters}`),
    ...files.map(([, was, is]) => change('FILE', (is ?? was)?.name ?? '', was?.id ?? null, is?.id ?? null)),
    orderChange(before, after),
    ...files.map(([, was, is]) =>
      change('ALT_TEXT', (is ?? was)?.name ?? '', was?.altText ?? null, is?.altText ?? null),
    ),
    ...files.map(([, was, is]) =>
      change('FRAMING', (is ?? was)?.name ?? '', asFramings(was?.framings), asFramings(is?.framings)),
    ),
  ];
  return changes.filter((one) => one !== null);
}

/** What has the same key in both lists; undefined: it is in the other one only. */
function paired<Item>(
  before: readonly Item[],
  after: readonly Item[],
  keyOf: (item: Item) => string,
): [key: string, before: Item | undefined, after: Item | undefined][] {
  const [was, is] = [before, after].map((items) => new Map(items.map((item) => [keyOf(item), item])));
  return [...new Set([...before, ...after].map(keyOf))].map((key) => [key, was?.get(key), is?.get(key)]);
}

function settingChanges(before: Snapshot, after: Snapshot): Change[] {
  const [was, is] = [before, after].map(({ settings }) => fromStoredSettings(settings));
  return Object.keys({ ...was, ...is }).flatMap((platform) => {
    const [those, these] = [was?.[platform] ?? {}, is?.[platform] ?? {}];
    return Object.keys({ ...those, ...these }).map((name) =>
      change('SETTING', `${platform}.${name}`, asText(those[name]), asText(these[name])),
    );
  });
}

/** Only of files that are in both. */
function orderChange(before: Snapshot, after: Snapshot): Change {
  const kept = (all: Snapshot['files'], others: Snapshot['files']) => {
    const ids = new Set(others.map(({ id }) => id));
    return all.filter(({ id }) => ids.has(id));
  };
  const [was, is] = [kept(before.files, after.files), kept(after.files, before.files)];
  if (was.every(({ id }, index) => id === is[index]?.id)) return null;
  const named = (files: Snapshot['files']) => files.map(({ name }) => name).join(', ');
  return { field: 'FILE_ORDER', subject: null, before: named(was), after: named(is) };
}
