/** Places that cannot import the list of webhook events: they offer every event, and no other. */
import { readFileSync } from 'node:fs';
import { WebhookEventName } from '../../src/domain/webhooks/webhook-event.js';

const NAMES = Object.keys(WebhookEventName).sort();

test('the trigger for n8n offers every event', () => {
  const trigger = readFileSync('clients/n8n/nodes/SocialPublishing/SocialPublishingTrigger.node.ts', 'utf8');
  const offered = [...trigger.matchAll(/^ +\{ name: '[\w ]+', value: '(\w+)' \},$/gm)].map(([, value]) => value);
  expect(offered.sort()).toEqual(NAMES);
});

test('the guide describes every event', () => {
  const guide = readFileSync('docs/guides/webhooks.md', 'utf8');
  for (const event of Object.values(WebhookEventName)) expect(guide).toContain(`\`${event}\``);
});
