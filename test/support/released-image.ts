import { readFile } from 'node:fs/promises';

/** The name of the image that a release publishes: that of the repository in the last release's packages. */
export async function releasedImage(): Promise<string> {
  const { repository } = JSON.parse(await readFile('clients/typescript/package.json', 'utf8'));
  const [, name = ''] = /github\.com\/(.+?)(?:\.git)?$/.exec(repository.url) ?? [];
  return `ghcr.io/${name.toLowerCase()}`;
}
