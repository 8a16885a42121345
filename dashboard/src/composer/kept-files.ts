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
    const transaction = database.transaction(STORE, mode);
    // Without room for a file, the transaction can end after its request.
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([done(act(transaction.objectStore(STORE))), ended]);
    return result;
  } finally {
    database.close();
  }
}

/** Of this page; a private window may refuse to store anything. */
const inMemory = new Map<string, File>();

/** Whether it is still there after a reload. */
export async function keepFile(key: string, file: File): Promise<boolean> {
  inMemory.set(key, file);
  return withStore('readwrite', (store) => store.put(file, key)).then(
    () => true,
    () => false,
  );
}

export async function keptFile(key: string): Promise<File | null> {
  const stored = inMemory.get(key) ?? (await withStore('readonly', (store) => store.get(key)).catch(() => null));
  return stored instanceof File ? stored : null;
}

export async function forgetFile(key: string): Promise<void> {
  inMemory.delete(key);
  await withStore('readwrite', (store) => store.delete(key)).catch(() => undefined);
}

/** Removes the bytes of all files that are not used. Which ones are is read last: a file can be added meanwhile. */
export async function forgetUnused(usedKeys: () => ReadonlySet<string>): Promise<void> {
  const stored = await withStore('readonly', (store) => store.getAllKeys()).catch(() => []);
  const used = usedKeys();
  for (const key of stored.map(String)) {
    if (!used.has(key)) await withStore('readwrite', (store) => store.delete(key)).catch(() => undefined);
  }
}
