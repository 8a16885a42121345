import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { LabelChips } from '../../posts/label-chip.js';
import type { CalendarPost } from './calendar.operations.js';

/** What the colors of the shown posts mean: the first label of each, by name. */
export function LabelLegend({ posts }: { posts: readonly CalendarPost[] }) {
  const labels = useMemo(() => {
    const first = posts.flatMap((post) => post.labels.slice(0, 1));
    const byId = new Map(first.map((label) => [label.id, label]));
    return [...byId.values()].sort((one, other) => one.name.localeCompare(other.name));
  }, [posts]);
  return <LabelChips labels={labels} name={t`Colors of labels`} />;
}
