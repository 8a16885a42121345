import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import { SESSION_COOKIE } from '../src/domain/identity/access/viewer.js';
import type { ErrorCode } from '../src/foundation/errors/catalogue.js';
import { id } from './fields.js';
import type { AnyRoute } from './route.js';
import { API_ROUTES, DASHBOARD_ROUTES } from './routes.js';

/** A REST API: its routes, authentication, headers, and errors before a route is reached. */
export interface RestSurface {
  /** Prefix of the paths of its routes. */
  prefix: string;
  /** Distinguishes its operations from those of the same name in the other API. */
  label: '' | 'Dashboard';
  routes: readonly AnyRoute[];
  security: Extract<OpenAPIV3_1.SecuritySchemeObject, { type: 'apiKey' }>;
  headers: Record<string, z.ZodType>;
  refusals: readonly ErrorCode[];
  /** Further ones of what is no GET. */
  changeRefusals: readonly ErrorCode[];
}

const serviceUserId = id.describe(
  'Act for this user of your workspace. Your own id is allowed and requires no workspace access.',
);

const ACTING_FOR = ['SERVICE_USER_ID_INVALID', 'WORKSPACE_ACCESS_DISABLED', 'USER_NOT_MANAGED'] as const;

/** /api/v1 (docs/contract/authentication.md). */
export const API_SURFACE: RestSurface = {
  prefix: '/api/v1',
  label: '',
  routes: API_ROUTES,
  security: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Requires a plan with API access.' },
  headers: {
    'x-service-user-id': serviceUserId,
    'x-service-client': z.string().describe('The calling client. The value `mcp` requires MCP access.'),
  },
  refusals: [
    'API_KEY_REQUIRED',
    'API_KEY_INVALID',
    'API_KEY_OWNER_INVALID',
    'API_ACCESS_DISABLED',
    'MCP_ACCESS_DISABLED',
    ...ACTING_FOR,
    'RATE_LIMITED',
    'SERVICE_BUSY',
    'INTERNAL_ERROR',
  ],
  changeRefusals: ['API_KEY_SCOPE_REQUIRED'],
};

/** The dashboard's routes [dashboard/refuses-api-keys]. */
export const DASHBOARD_SURFACE: RestSurface = {
  prefix: '',
  label: 'Dashboard',
  routes: DASHBOARD_ROUTES,
  security: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'Set by signing in over GraphQL.' },
  headers: { 'x-service-user-id': serviceUserId },
  refusals: [
    'SESSION_REQUIRED',
    'ACCOUNT_INACTIVE',
    'ACCOUNT_ON_HOLD',
    ...ACTING_FOR,
    'SERVICE_BUSY',
    'INTERNAL_ERROR',
  ],
  changeRefusals: [],
};
