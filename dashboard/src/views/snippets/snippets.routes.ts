import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';
import { parseSearch } from './snippets-search.js';

export const snippetsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/snippets',
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => import('./snippets-view.js'), 'SnippetsView'),
});
