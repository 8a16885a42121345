import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';
import { parseSearch } from './library-search.js';

export const libraryRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/library',
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => import('./library-view.js'), 'LibraryView'),
});
