import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';
import { parseSearch } from './posts-search.js';

const listRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/posts',
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => import('./posts-view.js'), 'PostsView'),
});

const postRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/posts/$postGroupId',
  component: lazyRouteComponent(() => import('./post-view.js'), 'PostView'),
});

export const postsRoutes = [listRoute, postRoute] as const;
