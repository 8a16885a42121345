import { useEffect, useState } from 'react';
import type { LocalFile } from '../parts/previews/preview.types.js';
import type { DraftFile } from './draft.js';
import { keptFile } from './kept-files.js';

/** The files of a draft with addresses at which this browser shows them, also before they are uploaded. */
export function useFileSources(files: readonly DraftFile[]): LocalFile[] {
  const [kept, setKept] = useState<Record<string, string>>({});
  const waiting = files.filter(({ url, problem }) => url === null && problem === null).map(({ key }) => key);
  const keys = JSON.stringify(waiting);
  useEffect(() => {
    const made: string[] = [];
    let isOver = false;
    for (const key of JSON.parse(keys) as string[]) {
      void keptFile(key).then((bytes) => {
        if (!bytes || isOver) return;
        const source = URL.createObjectURL(bytes);
        made.push(source);
        setKept((before) => ({ ...before, [key]: source }));
      });
    }
    return () => {
      isOver = true;
      for (const source of made) URL.revokeObjectURL(source);
    };
  }, [keys]);
  return files.map(({ key, mediaId, type, name, altText, url, problem }) => ({
    key,
    mediaId,
    type,
    name,
    altText,
    source: problem === null ? (url ?? (waiting.includes(key) ? (kept[key] ?? null) : null)) : null,
  }));
}
