import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';

export const notificationsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/notifications',
  validateSearch: ({ unread }: { unread?: unknown }): { unread?: true } => ({
    // An omitted key would keep the value in the address.
    unread: unread === true ? true : undefined,
  }),
  component: lazyRouteComponent(() => import('./notifications-view.js'), 'NotificationsView'),
});
