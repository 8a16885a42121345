import { z } from 'zod';
import { graphCommentFailures } from '../graph/graph-comments.js';
import { CONTAINER_ROWS } from '../graph/graph-container-status.js';
import { graphFailures, graphLoginFailures, subcodes } from '../graph/graph-errors.js';
import type { FailureTable } from '../kit/failure-table.js';

/** The errors of the Instagram API: those of the Graph APIs, with additional subcodes. */
export const photogramFailures = graphFailures(CONTAINER_ROWS);

/** Of comments. The platform blocks an account or an action for a while, as for posts. */
export const commentFailures = graphCommentFailures(subcodes([2207050, 2207051], 'PERMISSION_DENIED'));

const errorSchema = z.object({ error_type: z.string(), error_message: z.string() });

/** The host that exchanges the code of a login has a different format, without a meaningful code. */
export const loginFailures: FailureTable = {
  rows: [
    ...['Invalid platform app', 'Invalid client', 'Error validating client secret'].map(
      (messagePrefix) => ({ error: 'OAuthException', messagePrefix, code: 'PLATFORM_NOT_CONFIGURED' }) as const,
    ),
    { error: 'OAuthException', code: 'PLATFORM_AUTH_EXPIRED' },
    ...graphLoginFailures.rows,
  ],
  read(answer) {
    const read = errorSchema.safeParse(answer.json);
    if (!read.success) return graphLoginFailures.read(answer);
    return { error: read.data.error_type, message: read.data.error_message };
  },
};
