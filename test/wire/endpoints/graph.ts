/** What the platforms of one vendor share. */
import { z } from 'zod';
import { authorizeQuery, type Endpoint, FORM, fields } from '../endpoint.js';

/** Those of November 2026; v21.0 ends in January 2027. */
export const graphVersions = /^v2[1-6]\.0$/;

export const selection = fields(['fields']);
/** Retired metrics fail a request. */
export const insights = z.strictObject({
  metric: z.string().regex(/^(?!.*(impressions|plays|video_views|engaged_users))[a-z_]+(,[a-z_]+)*$/),
  period: z.literal('lifetime').optional(),
});
export const page = fields(['fields'], ['limit', 'after', 'before', 'since', 'until']);

/** The login of an account by its own hosts: the code's token, a long-lived one for it, and its renewal. */
export const loginEndpoints = (row: {
  authorize: string;
  token: string;
  host: string;
  grantPrefix: string;
}): readonly Endpoint[] => [
  { address: `GET ${row.authorize}`, auth: 'none', query: authorizeQuery() },
  {
    address: `POST ${row.token}`,
    auth: 'none',
    contentType: FORM,
    body: fields(['client_id', 'client_secret', 'grant_type', 'redirect_uri', 'code']),
  },
  {
    address: `GET ${row.host}/access_token`,
    auth: 'none',
    query: fields(['client_secret', 'access_token']).extend({
      grant_type: z.literal(`${row.grantPrefix}_exchange_token`),
    }),
  },
  {
    address: `GET ${row.host}/refresh_access_token`,
    auth: 'none',
    query: fields(['access_token']).extend({ grant_type: z.literal(`${row.grantPrefix}_refresh_token`) }),
  },
];

/** Publishes a container. */
export const publishContainer = (address: string): Endpoint => ({
  address,
  contentType: FORM,
  body: fields(['creation_id']),
});
