import { once } from 'node:events';
import { rename, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { RouterError } from './write-router.js';

/** Entries of one command: HAProxy reads 16 kB of it. */
const AT_ONCE = 100;
const WITHIN_MS = 10_000;

/** The folder of a router's map of moved accounts, and the socket that takes its changes. */
export interface RouterPlace {
  folder: string;
  socket: string;
}

export interface WrittenMap {
  mapFile: string;
  entries: number;
  /** Whether HAProxy has read it; false where it does not run. */
  applied: boolean;
}

/** Writes a router's map of what has moved, and gives it to HAProxy if that runs. */
export async function writeMap(
  { folder, socket }: RouterPlace,
  moved: readonly { name: string; pod: string }[],
): Promise<WrittenMap> {
  const mapFile = path.resolve(folder, 'moved.map');
  const lines = moved.map(({ name, pod }) => `${name} ${pod}`);
  const draft = `${mapFile}.new`;
  await writeFile(draft, lines.map((line) => `${line}\n`).join('')).catch((error) => {
    throw new RouterError(`${draft} cannot be written (${error.code}).`);
  });
  await rename(draft, mapFile);
  return { mapFile, entries: lines.length, applied: await applyMap(mapFile, socket, lines) };
}

/** Requests see the old map or the new one. False: HAProxy does not run. */
async function applyMap(mapFile: string, socket: string, lines: readonly string[]): Promise<boolean> {
  const prepared = await command(socket, `prepare map ${mapFile}`);
  if (prepared === null) return false;
  const version = /New version created: (\d+)/.exec(prepared)?.[1];
  if (version === undefined) throw refused(prepared);
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    const entries = lines.slice(at, at + AT_ONCE).join('\n');
    const said = await command(socket, `add map @${version} ${mapFile} <<\n${entries}\n`);
    if (said?.trim()) throw refused(said);
  }
  const said = await command(socket, `commit map @${version} ${mapFile}`);
  if (said?.trim()) throw refused(said);
  return true;
}

const refused = (said: string) => new RouterError(`HAProxy refuses the map of what has moved: ${said.trim()}`);

/** Returns HAProxy's response to a command; null if no HAProxy listens. */
async function command(socket: string, line: string): Promise<string | null> {
  const connection = connect(socket).setTimeout(WITHIN_MS, () => connection.destroy(new Error('it does not respond')));
  try {
    await once(connection, 'connect');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return null;
    throw new RouterError(`The admin socket of HAProxy, ${socket}, cannot be used: ${message}.`);
  }
  connection.end(`${line}\n`);
  return text(connection);
}
