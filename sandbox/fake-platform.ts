import type { Router } from 'express';
import type { AccountForms } from './account.js';
import type { SandboxContext } from './exchange.js';
import type { PastPostForm } from './past-post.js';
import type { SandboxPlatform } from './types.js';

/** A platform of the sandbox: its folder implements this and imports no other platform. */
export interface FakePlatform extends AccountForms {
  platform: SandboxPlatform;
  /** The platform's hosts, as origins, and the paths that each serves; absent where every account has its own. */
  hosts?: Readonly<Record<string, RegExp>>;
  /** Paths that people open, of profiles and of posts: they lead to the timeline. A post's is the parameter `post`. */
  pages: readonly string[];
  /** Its pages and endpoints for logins (OAuth 2), below the same address; absent where it has none. */
  oauth?(context: SandboxContext): Router;
  /** Absent where no past posts can be added. */
  pastPost?: PastPostForm;
  /** The platform's API, mounted at `/<platform>`. */
  router(context: SandboxContext): Router;
}
