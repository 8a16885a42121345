/** The place of an event among those that overlap it. */
interface Placed<Event> {
  event: Event;
  /** In rows; as `positionOf`. */
  top: number;
  lane: number;
  /** The number of lanes of the events that overlap directly or through others. */
  lanes: number;
}

/** Events without room, by the row in which they begin. */
interface Crowd<Event> {
  row: number;
  events: Event[];
  lane: number;
  lanes: number;
}

interface Layout<Event> {
  placed: Placed<Event>[];
  crowds: Crowd<Event>[];
}

/**
 * Places events side by side where they overlap, in at most `maxLanes` (2 or more). Of a cluster that needs more, the
 * last lane has the number of the others.
 *
 * @param height of an event, in rows
 */
export function layOut<Event>(
  events: readonly { event: Event; top: number }[],
  height: number,
  maxLanes: number,
): Layout<Event> {
  const layout: Layout<Event> = { placed: [], crowds: [] };
  for (const cluster of clustersOf(events, height)) {
    const ends: number[] = [];
    const inLanes = cluster.map(({ event, top }) => {
      const free = ends.findIndex((end) => end <= top);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = top + height;
      return { event, top, lane };
    });
    const lanes = Math.min(ends.length, maxLanes);
    const room = ends.length > maxLanes ? maxLanes - 1 : maxLanes;
    layout.placed.push(...inLanes.filter(({ lane }) => lane < room).map((one) => ({ ...one, lanes })));
    const others = inLanes.filter(({ lane }) => lane >= room);
    for (const [row, crowd] of Map.groupBy(others, ({ top }) => Math.floor(top))) {
      layout.crowds.push({ row, events: crowd.map(({ event }) => event), lane: room, lanes });
    }
  }
  return layout;
}

function clustersOf<Item extends { top: number }>(items: readonly Item[], height: number): Item[][] {
  const clusters: Item[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const item of [...items].sort((one, other) => one.top - other.top)) {
    if (item.top >= end) clusters.push([]);
    clusters.at(-1)?.push(item);
    end = item.top + height;
  }
  return clusters;
}
