import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../shell/layouts.js';

/** It is open to everybody with the link, signed in or not. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitations/$token',
  component: lazyRouteComponent(() => import('./invitation-view.js'), 'InvitationView'),
});
