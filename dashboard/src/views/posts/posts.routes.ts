import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';

const listRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/posts',
  component: lazyRouteComponent(() => import('./posts-view.js'), 'PostsView'),
});

export const postsRoutes = [listRoute] as const;
