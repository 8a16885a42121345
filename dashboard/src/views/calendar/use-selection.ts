import { useMemo, useRef, useState } from 'react';
import { isMovable, type PlacedPost } from './placed-post.js';

/** The selected posts: those that are shown and can be moved. */
export function useSelection(placed: PlacedPost[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const movable = useMemo(() => placed.filter(({ post }) => isMovable(post)), [placed]);
  const posts = useMemo(() => movable.filter(({ post }) => ids.has(post.id)), [movable, ids]);
  const selected = useMemo<ReadonlySet<string>>(() => new Set(posts.map(({ post }) => post.id)), [posts]);
  return {
    /** In the order of their times. */
    posts,
    selected,
    toggle(id: string) {
      last.current = id;
      setIds((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set(before).add(id)));
    },
    /** Adds all posts from the one that was selected last to this one. */
    extend(id: string) {
      const [from, to] = [last.current, id].map((one) => movable.findIndex(({ post }) => post.id === one));
      if (from === undefined || to === undefined || to < 0) return;
      const range = from < 0 ? movable.slice(to, to + 1) : movable.slice(Math.min(from, to), Math.max(from, to) + 1);
      last.current = id;
      setIds((before) => new Set([...before, ...range.map(({ post }) => post.id)]));
    },
    clear() {
      last.current = null;
      setIds(new Set());
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
