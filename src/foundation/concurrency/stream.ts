/** A stream that its reader can end at any time, even before reading anything. */
export interface Stream<Item> extends AsyncGenerator<Item, void, void> {}

/** A stream of what `map` makes of each item. `onEnd` is called once, however the stream ends. */
export function makeStream<Item, Made>(
  source: AsyncIterable<Item>,
  { map, onEnd }: { map: (item: Item) => Made | Promise<Made>; onEnd: () => void },
): Stream<Made> {
  const iterator = source[Symbol.asyncIterator]();
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    onEnd();
  };
  const stream: Stream<Made> = {
    async next() {
      try {
        const { done, value } = await iterator.next();
        if (!done) return { done: false, value: await map(value) };
      } catch (error) {
        end();
        throw error;
      }
      end();
      return { done: true, value: undefined };
    },
    async return() {
      end();
      await iterator.return?.();
      return { done: true, value: undefined };
    },
    async throw(error) {
      end();
      await iterator.return?.();
      throw error;
    },
    [Symbol.asyncIterator]: () => stream,
    async [Symbol.asyncDispose]() {
      await stream.return();
    },
  };
  return stream;
}
