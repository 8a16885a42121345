import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { rootRoute, signedInRoute, startRoute } from './shell/layouts.js';
import { accountsRoute } from './views/accounts/accounts.routes.js';
import { analyticsRoute } from './views/analytics/analytics.routes.js';
import { apiKeysRoute } from './views/api-keys/api-keys.routes.js';
import { approvalsRoute } from './views/approvals/approvals.routes.js';
import { calendarRoute } from './views/calendar/calendar.routes.js';
import { composeRoutes } from './views/compose/compose.routes.js';
import { feedsRoute } from './views/feeds/feeds.routes.js';
import { homeRoute } from './views/home/home.routes.js';
import { importRoutes } from './views/import/import.routes.js';
import { invitationRoute } from './views/invitations/invitations.routes.js';
import { labelsRoute } from './views/labels/labels.routes.js';
import { libraryRoute } from './views/library/library.routes.js';
import { managedUsersRoutes } from './views/managed-users/managed-users.routes.js';
import { membersRoute } from './views/members/members.routes.js';
import { networkRoute } from './views/network/network.routes.js';
import { notificationsRoute } from './views/notifications/notifications.routes.js';
import { operatorRoutes } from './views/operator/operator.routes.js';
import { postsRoutes } from './views/posts/posts.routes.js';
import { queueRoute } from './views/queue/queue.routes.js';
import { recurringRoute } from './views/recurring/recurring.routes.js';
import { reviewRoute } from './views/review/review.routes.js';
import { settingsRoutes } from './views/settings/settings.routes.js';
import { forgotPasswordRoute, signInRoute } from './views/sign-in/sign-in.routes.js';
import { signUpRoute } from './views/sign-up/sign-up.routes.js';
import { snippetsRoute } from './views/snippets/snippets.routes.js';
import { usageRoute } from './views/usage/usage.routes.js';
import { webhooksRoutes } from './views/webhooks/webhooks.routes.js';

/** Values in addresses are JSON, but an id of digits alone is no number. */
function parseValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) !== text) throw new SyntaxError('no number');
  return value;
}

/** All pages. The first segment of a path is the folder of its view (tools/install-dashboard.mjs). */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    startRoute,
    signInRoute,
    forgotPasswordRoute,
    signUpRoute,
    invitationRoute,
    reviewRoute,
    signedInRoute.addChildren([
      homeRoute,
      ...postsRoutes,
      ...composeRoutes,
      calendarRoute,
      queueRoute,
      analyticsRoute,
      recurringRoute,
      labelsRoute,
      approvalsRoute,
      snippetsRoute,
      libraryRoute,
      feedsRoute,
      ...importRoutes,
      notificationsRoute,
      accountsRoute,
      networkRoute,
      ...managedUsersRoutes,
      ...webhooksRoutes,
      apiKeysRoute,
      membersRoute,
      usageRoute,
      ...settingsRoutes,
      ...operatorRoutes,
    ]),
  ]),
  parseSearch: parseSearchWith(parseValue),
  stringifySearch: stringifySearchWith(JSON.stringify, parseValue),
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Another object is another page: all state of the previous one is discarded.
  defaultRemountDeps: ({ params }) => params,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
