import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';

export const approvalsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/approvals',
  component: lazyRouteComponent(() => import('./approvals-view.js'), 'ApprovalsView'),
});
