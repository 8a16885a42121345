/** README.txt of an archive. */
export const exportReadme = ({
  email,
  at,
}: {
  email: string;
  at: Date;
}): string => `Everything in the account ${email}, as of ${at.toISOString()}.

Files ending in .ndjson have one JSON object on each line. Times are ISO 8601 in UTC. Objects refer to each other by
their ids. What was created or changed while the archive was made may be missing.

users.ndjson               the account, and the users that it manages
connected-accounts.ndjson  accounts of platforms
post-groups.ndjson         your posts, with their text and settings
platform-posts.ndjson      what became of each on each platform; ownContent is null where it has the text of its group
post-logs.ndjson           what happened while they were published
media.ndjson               images and videos; file is where it is in this archive, null if none was stored
media/                     images and videos as you uploaded them
webhooks.ndjson            webhooks
webhook-deliveries.ndjson  events that were sent to them
api-keys.ndjson            API keys
connected-applications.ndjson  applications that act for you over MCP
members.ndjson             people who sign in, with their roles
sessions.ndjson            where the owner is signed in
audit-log.ndjson           what was done to the account, when, by whom and from where
usage.ndjson               posts counted per month and connected account

Passwords, access tokens of platforms, API keys and secrets of webhooks are not included.
`;
