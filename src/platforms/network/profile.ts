/** Who an account is: the member that the login is of, or an organization that it administers. */
import { z } from 'zod';
import type { ApiResult } from '../kit/call-api.js';
import { profileText, webAddress } from '../kit/profile.js';
import type { NetworkClient } from './client.js';

const memberSchema = z.object({
  sub: z.string().regex(/^[\w-]{1,100}$/),
  name: profileText,
  picture: webAddress.optional(),
});
const organizationSchema = z.object({ localizedName: profileText, vanityName: z.string().optional() });
const administeredSchema = z.object({
  elements: z.array(z.object({ organization: z.string().regex(/^urn:li:organization:\d+$/) })),
});

/** GET /v2/userinfo: the member that the token is of. */
export const fetchMember = ({ v2 }: NetworkClient): Promise<ApiResult<z.infer<typeof memberSchema>>> =>
  v2('/userinfo', memberSchema);

/** GET /rest/organizations/:id, of an organization that the member administers. */
export const fetchOrganization = (
  { rest }: NetworkClient,
  urn: string,
): Promise<ApiResult<z.infer<typeof organizationSchema>>> =>
  rest(`/organizations/${organizationId(urn)}`, organizationSchema);

/** GET /rest/organizationAcls: the URNs of the organizations that the member administers. */
export const fetchAdministered = ({ rest }: NetworkClient): Promise<ApiResult<z.infer<typeof administeredSchema>>> =>
  rest('/organizationAcls?q=roleAssignee&role=ADMINISTRATOR&state=APPROVED&count=100', administeredSchema);

export const organizationId = (urn: string): string => urn.split(':').at(-1) ?? '';

export const isOrganization = (urn: string): boolean => urn.startsWith('urn:li:organization:');
