/** Commands about the media library. */
import type { Media } from '../../typescript/src/index.js';
import { type Context, type Outcome, showUpload } from './commands.js';
import { openFile } from './inputs.js';
import { excerpt } from './terminal.js';

const EXCERPT = 60;

export async function library({ client, terminal, json, signal }: Context, text: string | undefined): Outcome {
  const found: Media[] = [];
  for await (const one of client.library.list({ filter: { text }, signal })) found.push(one);
  if (json) terminal.json(found);
  else {
    const rows = found.map(({ id, type, name, altText }) => [id, type, name, excerpt(altText ?? '', EXCERPT)]);
    terminal.table(['ID', 'TYPE', 'NAME', 'ALTERNATIVE TEXT'], rows);
  }
  return true;
}

/** Uploads files that posts can use by their ids. */
export async function keep({ client, terminal, json, signal }: Context, paths: readonly string[]): Outcome {
  for (const file of await Promise.all(paths.map(openFile))) {
    const media = await client.media.upload(file, { signal, onProgress: showUpload(terminal) });
    terminal.endProgress();
    if (json) terminal.json(media);
    else terminal.line(`${media.id} ${media.name}`);
  }
  return true;
}
