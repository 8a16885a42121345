import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';

export const membersRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/members',
  component: lazyRouteComponent(() => import('./members-view.js'), 'MembersView'),
});
