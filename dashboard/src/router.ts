import { createRouter } from '@tanstack/react-router';
import { rootRoute, signedInRoute, startRoute } from './shell/layouts.js';
import { accountsRoute } from './views/accounts/accounts.routes.js';
import { apiKeysRoute } from './views/api-keys/api-keys.routes.js';
import { postsRoutes } from './views/posts/posts.routes.js';
import { signInRoute } from './views/sign-in/sign-in.routes.js';
import { signUpRoute } from './views/sign-up/sign-up.routes.js';
import { usageRoute } from './views/usage/usage.routes.js';
import { webhooksRoutes } from './views/webhooks/webhooks.routes.js';

/** All pages. The first segment of a path is the folder of its view (tools/install-dashboard.mjs). */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    startRoute,
    signInRoute,
    signUpRoute,
    signedInRoute.addChildren([...postsRoutes, accountsRoute, ...webhooksRoutes, apiKeysRoute, usageRoute]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
