/** The bytes of files until their post is sent: in IndexedDB, so that a reload loses none. */
const DATABASE = 'composer';
const STORE = 'files';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function withStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await done(opening);
  try {
    return await done(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** Of this page; a private window may refuse to store anything. */
const inMemory = new Map<string, File>();

export async function keepFile(key: string, file: File): Promise<void> {
  inMemory.set(key, file);
  await withStore('readwrite', (store) => store.put(file, key)).catch(() => undefined);
}

export async function keptFile(key: string): Promise<File | null> {
  const stored = inMemory.get(key) ?? (await withStore('readonly', (store) => store.get(key)).catch(() => null));
  return stored instanceof File ? stored : null;
}

export async function forgetFile(key: string): Promise<void> {
  inMemory.delete(key);
  await withStore('readwrite', (store) => store.delete(key)).catch(() => undefined);
}
