import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from './json-lines.js';
import { randomToken } from './random.js';
import type { SandboxPlatform } from './types.js';

/** An app that is registered at a platform. */
export interface Client {
  platform: SandboxPlatform;
  id: string;
  secret: string;
  /** The redirect addresses of a login; null: the sandbox's own app takes any address. */
  redirectUris: readonly string[] | null;
  /** The scopes that it may request; null: all scopes of the platform. */
  scopes: readonly string[] | null;
}

/** The app that is registered at a platform of the sandbox; constant, so that a configuration written once stays valid. */
export const sandboxClient = (platform: SandboxPlatform) => ({
  id: `sandbox-${platform}-app`,
  secret: `sandbox-${platform}-app-secret`,
});

/** The apps of all platforms: one each, and those that were registered over the wire. */
export class Clients {
  private readonly registered = new Map<string, Client>();

  private constructor(private readonly file: string | null) {}

  /** Opens the apps, with what an earlier sandbox left in the data folder. */
  static async open(dataDir?: string): Promise<Clients> {
    const file = dataDir === undefined ? null : join(dataDir, 'clients.jsonl');
    const clients = new Clients(file);
    for (const client of file === null ? [] : await readJsonLines(file)) clients.add(client as Client);
    return clients;
  }

  /** The app that always exists. */
  own(platform: SandboxPlatform): Client {
    return { ...sandboxClient(platform), platform, redirectUris: null, scopes: null };
  }

  find(platform: SandboxPlatform, id: string): Client | undefined {
    const own = this.own(platform);
    return own.id === id ? own : this.registered.get(`${platform} ${id}`);
  }

  register(about: Omit<Client, 'id' | 'secret'>): Client {
    const client = { ...about, id: randomToken(), secret: randomToken() };
    this.add(client);
    if (this.file) appendFileSync(this.file, `${JSON.stringify(client)}\n`, { mode: 0o600 });
    return client;
  }

  /** Removes every app that was registered over the wire, as an instance does in a clean-up. */
  forget(): void {
    this.registered.clear();
  }

  private add(client: Client): void {
    this.registered.set(`${client.platform} ${client.id}`, client);
  }
}
