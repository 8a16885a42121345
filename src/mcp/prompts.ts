import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { GetPromptResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { completeAccounts, completePlatforms, completePost, type ReadCall } from './completions.js';
import { id } from './shapes.js';

const text = (max: number, what: string) => z.string().min(1).max(max).describe(what);

const prompt = (question: string): GetPromptResult => ({
  messages: [{ role: 'user', content: { type: 'text', text: question } }],
});

/** What a person wrote, marked as that: it is material, not a task. */
const quoted = (name: string, value: string) => `<${name}>\n${value}\n</${name}>`;

/** Offers the prompts on a server that serves one request. */
export function registerPrompts(server: McpServer, call: ReadCall): void {
  server.registerPrompt(
    'plan_week',
    {
      title: 'Plan a week of posts',
      description: 'Plans, validates and, once you agree, schedules one post a day for a week.',
      argsSchema: {
        topic: text(2000, 'What the posts are about.'),
        start: text(100, 'The first day, and the time of day with its zone.').optional(),
        accounts: completable(
          text(2000, 'platformIds of the accounts, with commas; you are asked if it is left out.').optional(),
          (begun = '') => completeAccounts(call, begun),
        ),
      },
    },
    ({ topic, start = 'tomorrow; ask me for the time of day and the zone', accounts }) =>
      prompt(`Plan seven posts, one a day, starting ${start}, about:
${quoted('topic', topic)}
1. Call list_accounts and get_usage: which accounts there are, and how many posts are left. ${accounts === undefined ? 'Ask me which accounts to use.' : `Use these: ${accounts}.`}
2. Call list_posts with the status SCHEDULED, so that no time is taken twice.
3. Write the texts, and check each with validate_post for its accounts. Fix what it reports; for accounts that need a file, ask me for its address.
4. Show me a table of day, time, accounts and text, and wait until I agree.
5. Only then call create_post for each, with a new idempotencyKey, its scheduledTime and confirm: true. Give files as media, each with an altText.
6. Call list_posts, and show me what is scheduled.`),
  );

  server.registerPrompt(
    'adapt_text',
    {
      title: 'Adapt a text to the platforms',
      description: 'Rewrites a text for each of your accounts, within the rules of its platform.',
      argsSchema: {
        text: text(20_000, 'The text.'),
        platforms: completable(text(500, 'Which platforms; all if left out.').optional(), (begun = '') =>
          completePlatforms(begun),
        ),
      },
    },
    ({ text: original, platforms = 'all platforms on which I have an account' }) =>
      prompt(`Adapt this text to ${platforms}:
${quoted('text', original)}
1. Call list_accounts for the accounts there.
2. Call validate_post with the text as it is: what each platform reports, and how it would split the text.
3. Write a version for each account that keeps the meaning and fits the platform. Put them into overrides, and call validate_post again until it reports nothing but files that are missing.
4. Show me the versions side by side. If I agree, call create_post with these overrides and no scheduledTime: a draft.`),
  );

  server.registerPrompt(
    'fix_failed_post',
    {
      title: 'Explain a failed post and fix it',
      description: 'Says why a post failed, whose fault it is, and what to do; retries it once you agree.',
      argsSchema: {
        postGroupId: completable(id.describe('The post.'), (begun) =>
          completePost(call, begun, { status: ['FAILED', 'PARTIALLY_PUBLISHED'] }),
        ),
      },
    },
    ({ postGroupId }) =>
      prompt(`Explain why post ${postGroupId} failed, and fix it:
1. Call get_post. For each platform post that failed, tell me in one sentence what happened and who has to act (error.fault), and what to do (error.advice).
2. If an account has to be reconnected, say which: I do that in the dashboard.
3. If the outcome is unknown, ask me to look at the account first. Retry it only if I say that the post is not there.
4. If the content has to change, propose a text, check it with validate_post, and offer to create a new post for the targets that failed.
5. If a retry can succeed and I agree, call retry_post with confirm: true, then wait_for_post, and tell me how it ended.`),
  );
}
