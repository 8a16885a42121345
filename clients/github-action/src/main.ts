/** The GitHub Action: publishes or schedules a post (docs/guides/automation.md). */
import * as core from '@actions/core';
import { type Inputs, readInputs } from './inputs.js';
import { type Published, publish } from './publish.js';
import { ServiceClient } from './service-client.js';
import { writeSummary } from './summary.js';

/** One line without control characters, which a terminal or the runner would interpret. */
const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').slice(0, 4000);

function setOutputs({ group, replayed }: Published): void {
  core.setOutput('post-id', group.id);
  core.setOutput('status', group.status);
  core.setOutput('replayed', String(replayed));
  core.setOutput('permalinks', JSON.stringify(group.posts.flatMap(({ url }) => url ?? [])));
  core.setOutput('posts', JSON.stringify(group.posts));
}

/** Why the step fails; undefined if it does not. */
function problemOf({ group, timedOut }: Published, { waitSeconds }: Inputs): string | undefined {
  if (group.status === 'FAILED' || group.status === 'PARTIALLY_PUBLISHED') {
    const failed = group.posts.flatMap(({ platformId, error }) =>
      error ? [`${platformId}: ${error.message} ${error.advice}`] : [],
    );
    const which = group.status === 'FAILED' ? 'The post was not published' : 'The post was published only in part';
    return `${which}. ${failed.slice(0, 10).join(' · ')}`;
  }
  if (!timedOut) return undefined;
  return `The post ${group.id} was not published within ${waitSeconds} seconds. The service goes on: it needs no re-run.`;
}

async function run(): Promise<void> {
  const inputs = await readInputs();
  const client = new ServiceClient(inputs);
  const published = await publish(client, inputs, setOutputs);
  setOutputs(published);
  await writeSummary(published, inputs);
  if (published.replayed) core.info('An earlier attempt had created this post: it was not created again.');
  core.info(`Post ${published.group.id}: ${published.group.status}`);
  const problem = problemOf(published, inputs);
  if (problem) core.setFailed(plain(problem));
}

try {
  await run();
} catch (error) {
  core.setFailed(plain(error instanceof Error ? error.message : String(error)));
}
