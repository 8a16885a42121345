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
post-metrics.ndjson        what posts achieved, as their platforms say: the latest numbers, and all readings
account-metrics.ndjson     followers and posts of connected accounts by day
report-links.ndjson        reports that are shared at secret addresses, without the addresses
post-logs.ndjson           what happened while they were published
post-versions.ndjson       how they were before and after each edit, and who edited them
comments.ndjson            what members wrote about them to one another
posting-schedules.ndjson   weekly times at which posts of queues are published
queue-entries.ndjson       which of your posts are in a queue, and their times
recurrences.ndjson         posts that are repeated, and by which rules
occurrences.ndjson         what became of each time of these rules
labels.ndjson              labels
post-labels.ndjson         which posts have which labels
file-labels.ndjson         which images and videos have which labels
media.ndjson               images and videos; file is where it is in this archive, null if none was stored
media/                     images and videos as you uploaded them
signatures.ndjson          texts that close the posts of connected accounts
link-rules.ndjson          parameters that links get when they are published
feeds.ndjson               web feeds whose entries become posts
feed-entries.ndjson        entries of these feeds, with what each of them became
snippets.ndjson            saved texts that you insert into posts
imports.ndjson             files whose rows became posts
import-rows.ndjson         what became of each row
webhooks.ndjson            webhooks
webhook-deliveries.ndjson  events that were sent to them
api-keys.ndjson            API keys
connected-applications.ndjson  applications that act for you over MCP
members.ndjson             people who sign in, with their roles
report-emails.ndjson       which of these people get reports by e-mail
sessions.ndjson            where the owner is signed in
audit-log.ndjson           what was done to the account, when, by whom and from where
usage.ndjson               posts counted per month and connected account

Passwords, access tokens of platforms, API keys and secrets of webhooks are not included.
`;
