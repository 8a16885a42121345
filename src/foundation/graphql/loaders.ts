import DataLoader from 'dataloader';

/** Loads rows by id: those that the resolvers of an operation need together are one query. */
export const loaderById = <Row extends { id: string }>(
  find: (ids: string[]) => Promise<Row[]>,
): DataLoader<string, Row | null> =>
  new DataLoader(async (ids) => {
    const found = new Map((await find([...ids])).map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  });
