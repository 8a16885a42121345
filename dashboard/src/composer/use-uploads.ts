import { t } from '@lingui/core/macro';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
import type { LibraryFile } from '../library/library.operations.js';
import { DELETE_MEDIA } from './compose.operations.js';
import { type DraftFile, metadataOf } from './draft.js';
import { forgetFile, keepFile, keptFile } from './kept-files.js';
import { randomKey } from './random-key.js';
import { FROM_LIBRARY, fetchFrom, sendBytes } from './send-file.js';
import type { DraftState } from './use-draft.js';
import type { GroupOfDraft } from './use-group.js';

/** Of a file that is not uploaded yet: how much of it was sent, or why it was not. */
export interface Upload {
  /** 0 to 1. */
  progress: number;
  failure: string | null;
}

export interface Uploads {
  /** By the keys of the files. */
  states: Record<string, Upload>;
  /** False if this browser has no room for the bytes of a file that is not uploaded. */
  areKept: boolean;
  add: (files: File[]) => void;
  /** A file that the service fetches. */
  addFrom: (source: string, type: DraftFile['type']) => void;
  addFromLibrary: (file: LibraryFile) => void;
  remove: (key: string) => void;
  retry: (key: string) => void;
  /**
   * Puts another image in the place of one, made of it, or of the original that it was made of. Whether this browser
   * could make it.
   */
  edit: (key: string, from: 'current' | 'original', make: MakeImage) => Promise<boolean>;
  /** Puts the original back. */
  restore: (key: string) => void;
  /** Uploads what is left, and waits for what is being removed. Whether everything is there. */
  finish: () => Promise<boolean>;
}

type MakeImage = (image: Blob, name: string) => Promise<File>;

interface Needs extends Pick<DraftState, 'draft' | 'current' | 'change'> {
  group: GroupOfDraft;
  /** Whether files go up as soon as they are added; otherwise when the post is saved, which is when they belong to it. */
  isEager: boolean;
}

/** Sends the files of the draft, one after the other. */
export function useUploads({ draft, current, change, group, isEager }: Needs): Uploads {
  const client = useClient();
  const [states, setStates] = useState<Record<string, Upload>>({});
  const running = useRef(new Map<string, Promise<boolean>>());
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  /** Settles when all files are gone that were removed. A removal changes the post, which an update would find changed. */
  const removals = useRef<Promise<unknown>>(Promise.resolve());
  /** The file that is being sent. */
  const sent = useRef<{ key: string; abort: AbortController } | null>(null);
  /** The files whose bytes this browser had no room for. */
  const [unkept, setUnkept] = useState<ReadonlySet<string>>(new Set());
  const show = useCallback((key: string, upload: Upload) => setStates((before) => ({ ...before, [key]: upload })), []);
  const changeFile = useCallback(
    (key: string, changes: Partial<DraftFile>) =>
      change(({ files }) => ({ files: files.map((file) => (file.key === key ? { ...file, ...changes } : file)) })),
    [change],
  );

  /** Uploads the file. Returns why it failed, or null. */
  const send = useCallback(
    async (file: DraftFile): Promise<string | null> => {
      const { key, source } = file;
      const isWanted = () => current().files.some((file) => file.key === key);
      if (!isWanted()) return null;
      const from = source ?? (await keptFile(key)) ?? (await servedFile(file));
      if (!from) return t`This browser no longer has the file. Remove it, and add it again.`;
      const refusal = await group.ensure({ isBeingSent: true });
      if (refusal) return refusal.message;
      const postGroupId = current().groupId ?? '';
      if (!isWanted()) return null;
      const created: string[] = [];
      const onCreated = (mediaId: string) => {
        created.push(mediaId);
        change(({ base }) => ({ base: base && { ...base, mediaIds: [...base.mediaIds, mediaId] } }));
      };
      const discard = (mediaId: string) => client.mutation(DELETE_MEDIA, { input: { mediaId } }).toPromise();
      const abort = new AbortController();
      sent.current = { key, abort };
      const sending = { client, postGroupId, onCreated, signal: abort.signal };
      const outcome =
        typeof from === 'string'
          ? await fetchFrom(sending, from, file)
          : await sendBytes(sending, file, from, (progress) => show(key, { progress, failure: null }));
      if ('failure' in outcome) {
        // A file that has not arrived would keep the post from being scheduled.
        await Promise.all(created.map(discard));
        return isWanted() ? outcome.failure : null;
      }
      const { id: mediaId, type, mimeType, correction, url, problem, metadata } = outcome.media;
      if (isWanted()) changeFile(key, { mediaId, type, mimeType, correction, url, problem, metadata });
      else await discard(mediaId);
      return null;
    },
    [client, current, change, changeFile, group, show],
  );

  const start = useCallback(
    (file: DraftFile): Promise<boolean> => {
      const { key } = file;
      const before = running.current.get(key);
      if (before) return before;
      show(key, { progress: 0, failure: null });
      const sending = queue.current.then(async () => {
        const failure = await send(file);
        running.current.delete(key);
        show(key, { progress: failure === null ? 1 : 0, failure });
        return failure === null;
      });
      queue.current = sending;
      running.current.set(key, sending);
      return sending;
    },
    [send, show],
  );

  const waiting = draft.files.filter(({ mediaId }) => mediaId === null);
  useEffect(() => {
    if (!isEager) return;
    for (const file of waiting) if (!states[file.key]?.failure) void start(file);
  }, [isEager, waiting, states, start]);
  useEffect(() => {
    const again = () => setStates((before) => (isEager ? withoutFailed(before) : before));
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isEager]);

  const keep = useCallback(async (key: string, file: File) => {
    if (!(await keepFile(key, file))) setUnkept((before) => new Set([...before, key]));
  }, []);
  const areKept = waiting.every(({ key }) => !unkept.has(key));

  /** Removes what is stored of a file that is no longer part of the draft. */
  const drop = useCallback(
    ({ key, mediaId, original }: DraftFile, kept?: string) => {
      if (sent.current?.key === key) sent.current.abort.abort();
      for (const other of [key, original?.key]) if (other && other !== kept) void forgetFile(other);
      // What is saved is removed from the post when the change is saved.
      const isSaved = current().base?.savedMediaIds.includes(mediaId ?? '') ?? false;
      if (!isEager || !mediaId || isSaved) return;
      const removal = client.mutation(DELETE_MEDIA, { input: { mediaId } }).toPromise();
      removals.current = Promise.all([removals.current, removal]);
    },
    [client, current, isEager],
  );

  const replace = useCallback(
    (key: string, entry: DraftFile) =>
      change(({ files }) => ({ files: files.map((other) => (other.key === key ? entry : other)) })),
    [change],
  );

  return useMemo(
    () => ({
      states,
      areKept,
      add(files) {
        const added = files.map((file) => ({ file, entry: entryOf({ name: file.name, type: typeOf(file) }) }));
        for (const { file, entry } of added) void keep(entry.key, file);
        change(({ files: before }) => ({ files: [...before, ...added.map(({ entry }) => entry)] }));
      },
      addFrom(source, type) {
        const name = new URL(source).pathname.split('/').at(-1) || source;
        change(({ files: before }) => ({ files: [...before, { ...entryOf({ name, type }), source }] }));
      },
      addFromLibrary({ id, name, type, url, mimeType, altText, metadata }) {
        const known = { url, mimeType, altText: altText ?? '', metadata: metadataOf(metadata) };
        const entry = { ...entryOf({ name, type }), ...known, source: `${FROM_LIBRARY}${id}` };
        change(({ files: before }) => ({ files: [...before, entry] }));
      },
      remove(key) {
        const removed = current().files.find((file) => file.key === key);
        change(({ files }) => ({ files: files.filter((file) => file.key !== key) }));
        if (removed) drop(removed);
      },
      retry(key) {
        const file = current().files.find((other) => other.key === key);
        if (file) void start(file);
      },
      async edit(key, from, make) {
        const file = current().files.find((other) => other.key === key);
        if (!file) return true;
        const original = file.original ?? { key, name: file.name };
        try {
          const image = await bytesOf(file, from === 'original' ? original.key : key);
          const made = await make(image, file.name);
          if (original.key === key) await keep(key, new File([image], file.name, { type: image.type }));
          const entry = { ...entryOf({ name: made.name, type: 'IMAGE' }), ...wordsOf(file), original };
          await keep(entry.key, made);
          replace(key, entry);
          drop(file, original.key);
          return true;
        } catch {
          return false;
        }
      },
      restore(key) {
        const file = current().files.find((other) => other.key === key);
        if (!file?.original) return;
        replace(key, {
          ...entryOf({ name: file.original.name, type: 'IMAGE' }),
          ...file.original,
          ...wordsOf(file),
        });
        drop(file, file.original.key);
      },
      async finish() {
        const left = current().files.filter(({ mediaId }) => mediaId === null);
        const outcomes = await Promise.all(left.map(start));
        await removals.current;
        return outcomes.every(Boolean);
      },
    }),
    [states, areKept, change, current, drop, keep, replace, start],
  );
}

/** A file of a stored post, as long as the service has it. */
async function servedFile({ url, name }: DraftFile): Promise<File | null> {
  if (url === null) return null;
  const response = await fetch(url).catch(() => null);
  if (!response?.ok) return null;
  const bytes = await response.blob();
  return new File([bytes], name, { type: bytes.type });
}

/** From this browser, or else from the service. */
async function bytesOf(file: DraftFile, key: string): Promise<Blob> {
  const kept = await keptFile(key);
  return kept ?? (await fetch(file.url ?? '')).blob();
}

const withoutFailed = (states: Record<string, Upload>) =>
  Object.fromEntries(Object.entries(states).filter(([, { failure }]) => failure === null));

/** What stays when another image takes its place that shows the same. */
const wordsOf = ({ altText, framings = [] }: DraftFile) => ({ altText, framings });

const typeOf = ({ type }: File) => (type.startsWith('video/') ? 'VIDEO' : 'IMAGE');

const entryOf = ({ name, type }: Pick<DraftFile, 'name' | 'type'>): DraftFile => ({
  key: randomKey(),
  name,
  type,
  source: null,
  altText: '',
  framings: [],
  mediaId: null,
  url: null,
  mimeType: null,
  correction: null,
  problem: null,
  metadata: null,
  original: null,
});
