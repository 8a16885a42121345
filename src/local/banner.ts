import { randomUUID } from 'node:crypto';
import { REST_PATH } from '../../rest-compat/rest.js';
import { DOCS_PATH } from '../api/docs-site.http.js';
import { GRAPHIQL_PATH } from '../api/graphiql.js';
import { HEALTH_PATH } from '../api/health.js';
import type { DemoFacts } from './demo.js';

/**
 * The startup banner: URLs, the API key, and two commands to paste. Both can be pasted again: as platforms do, stand-ins
 * refuse the same text twice, so the first has the time in its text, and the second a key with which it creates one post.
 */
export function banner(facts: DemoFacts): string {
  const platformIds = JSON.stringify(facts.textConnections);
  // Closes the quoted body, inserts the time with a shell command, and reopens the body.
  const inFiveSeconds = `'$(node -p 'new Date(Date.now()+5000).toJSON()')'`;
  const now = new Date().toISOString();
  return `
The service is running.

  Dashboard          ${facts.baseUrl}/   (${facts.email} / ${facts.password})
  GraphQL            ${facts.graphqlUrl}   (subscriptions: ${facts.graphqlWsUrl})
  GraphiQL           ${facts.baseUrl}${GRAPHIQL_PATH}   (enter the API key in its Headers tab)
  REST               ${facts.baseUrl}${REST_PATH}
  Sandbox timeline   ${facts.sandboxUrl}   (what the platforms received)
  Documentation      ${facts.baseUrl}${DOCS_PATH}/
  Health             ${facts.baseUrl}${HEALTH_PATH}

  API key            ${facts.apiKey}

Paste this to post in five seconds, over REST:

  curl -s ${facts.baseUrl}${REST_PATH}/create-post -H 'x-api-key: ${facts.apiKey}' -H 'content-type: application/json' \\
    -d '{"content":"Hello from REST, for ${inFiveSeconds}","platforms":${platformIds},"scheduledTime":"${inFiveSeconds}"}'

Or this mutation, in GraphiQL:

  mutation {
    createPost(input: {
      post: { content: "Hello from GraphQL, at ${now}", platformIds: ${platformIds} }
      scheduledTime: "${now}"
      idempotencyKey: "${randomUUID()}"
    }) {
      postGroup { id status posts { platformId status } }
    }
  }

Ctrl-C stops it.
`;
}
