/** Listeners by topic, so that the cost of a notification is proportional to its listeners. */
export interface Listeners<Notice> {
  /** Adds a listener for a topic, or for all topics (null); returns a function that removes it. */
  add(topic: string | null, listener: (notice: Notice) => void): () => void;
  /** Notifies the listeners of these topics, and those of all topics. */
  notify(topics: readonly string[], notice: Notice): void;
  tellAll(notice: Notice): void;
}

export function makeListeners<Notice>(): Listeners<Notice> {
  const byTopic = new Map<string | null, Set<(notice: Notice) => void>>();

  const tellTopic = (topic: string | null, notice: Notice) => {
    for (const listener of byTopic.get(topic) ?? []) listener(notice);
  };

  return {
    add(topic, listener) {
      const listeners = byTopic.get(topic) ?? new Set();
      byTopic.set(topic, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && byTopic.get(topic) === listeners) byTopic.delete(topic);
      };
    },
    notify(topics, notice) {
      tellTopic(null, notice);
      for (const topic of topics) tellTopic(topic, notice);
    },
    tellAll(notice) {
      for (const topic of [...byTopic.keys()]) tellTopic(topic, notice);
    },
  };
}
