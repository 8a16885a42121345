/** The form of the requests of a platform, endpoint by endpoint, as its own documentation has them. */
import { z } from 'zod';
import type { SandboxRequest } from '../../sandbox/types.js';

export const JSON_TYPE = 'application/json';
export const JSON_UTF8 = 'application/json; charset=UTF-8';
export const FORM = 'application/x-www-form-urlencoded';
export const MULTIPART = 'multipart/form-data';

export interface Endpoint {
  /**
   * Method and address, as its page in docs/platforms has them: `POST https://api.x.com/2/media/upload/{id}/append`. A
   * name in braces replaces a part of the path; `{version}` must be a supported one. `https://{server}` is the server
   * of an account, and `PUT {uploadUrl}` an address that the platform gives.
   */
  address: string;
  /** The path of an address that the platform gives, in the sandbox. */
  given?: RegExp;
  /** The scheme of `Authorization`. Default: Bearer. */
  auth?: 'Bearer' | 'Basic' | 'none';
  /** Of the body, one of them; `image/*` matches any image, `none` means no body. Default: none. */
  contentType?: string | readonly string[];
  /** Further headers. */
  headers?: z.ZodType;
  /** Default: none. */
  query?: z.ZodType;
  /** JSON or the fields of a form, with its files. */
  body?: z.ZodType;
}

export interface PlatformWire {
  /** Versions that live, for `{version}`. */
  versions?: RegExp;
  endpoints: readonly Endpoint[];
}

/** A request as the sandbox's log has it. */
export type Logged = Pick<SandboxRequest, 'method' | 'path' | 'url' | 'query' | 'headers' | 'body'>;

/** Fields that are texts, and no others; none of them is empty. */
export const fields = <R extends string, O extends string = never>(
  required: readonly R[],
  optional: readonly O[] = [],
) =>
  z.strictObject({
    ...Object.fromEntries(required.map((name) => [name, z.string().min(1)])),
    ...Object.fromEntries(optional.map((name) => [name, z.string().min(1).optional()])),
  });

/** A file of a form. */
export const file = (type: RegExp) =>
  z.strictObject({ contentType: z.string().regex(type), fileName: z.string().min(1), size: z.number().positive() });

/** The parameters of a page for logins (RFC 6749, section 4.1.1), and of PKCE where the platform has it. */
export const authorizeQuery = (clientId = 'client_id', more: readonly string[] = []) =>
  fields(['response_type', clientId, 'redirect_uri', 'scope', 'state', ...more]);

export const PKCE = ['code_challenge', 'code_challenge_method'] as const;

/** A request for tokens (RFC 6749, sections 4.1.3 and 6) whose client shows itself in these fields. */
export const tokenRequest = (client: readonly string[], verifier: readonly string[] = []) =>
  z.union([
    fields(['code', 'redirect_uri', ...client, ...verifier]).extend({ grant_type: z.literal('authorization_code') }),
    fields(['refresh_token', ...client]).extend({ grant_type: z.literal('refresh_token') }),
  ]);
