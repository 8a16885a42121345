/** What is recorded: one event for each action, never a secret and no content. */

/** The actions in the log of an account, with their descriptions for people who read it. */
export const ACCOUNT_ACTIONS = {
  account_created: 'An account was created: by a sign-up, or by the operator.',
  signed_in: 'A session began.',
  sign_in_failed:
    'A sign-in was refused; `code` in the details says why. At most 100 in 24 hours; those beyond are not recorded.',
  signed_out: 'A session was ended by its own browser.',
  session_ended: 'A session was ended from another one.',
  sessions_ended: 'All sessions, or all others, were ended; `ended` in the details is their number.',
  password_changed: 'The password was changed; all other sessions ended.',
  password_reset: 'A new password was set with the link of an e-mail; all sessions ended.',
  password_reset_sent: 'The operator sent the e-mail with which a new password is chosen.',
  email_change_requested: 'Another e-mail address was requested; it takes effect once its link is opened.',
  email_changed: 'The account has another e-mail address.',
  email_confirmed: 'The e-mail address was confirmed.',
  display_name_changed: 'The display name was changed.',
  time_zone_changed: 'The time zone was changed.',
  two_factor_enabled: 'Two-factor authentication was turned on.',
  two_factor_disabled: 'Two-factor authentication was turned off.',
  recovery_codes_regenerated: 'The recovery codes were replaced.',
  api_key_created: 'An API key was created.',
  api_key_renamed: 'An API key got another name.',
  api_key_revoked: 'An API key was revoked.',
  application_connected: 'An application was allowed to act for the account; `scopes` in the details says how far.',
  application_revoked:
    'An application was disconnected; `reason` in the details: by the owner, by itself, or because its code or its refresh token was used twice.',
  account_connected: 'An account of a platform was connected.',
  account_reconnected: 'A connected account got new credentials.',
  account_disconnected: 'A connected account was removed.',
  managed_user_created: 'A managed user was created.',
  managed_user_detached: 'A managed user was detached from the workspace.',
  connection_page_created: 'The link with which a managed user connects accounts was created, or is valid for longer.',
  connection_page_rotated: 'The link with which a managed user connects accounts was replaced.',
  calendar_feed_created:
    'The secret address of the calendar feed was created; `replaced` in the details says whether there was one before.',
  calendar_feed_revoked: 'The secret address of the calendar feed was revoked.',
  webhook_created: 'A webhook was created.',
  webhook_updated: 'A webhook was changed; `changed` in the details names what.',
  webhook_disabled: 'A webhook was turned off by the service, because its deliveries failed.',
  webhook_secret_rotated: 'The secret of a webhook was replaced.',
  webhook_deleted: 'A webhook was deleted.',
  member_invited:
    'A person was invited to the account; `email` and `role` in the details, and with `managedUserIds` the managed users that the person is limited to.',
  signature_changed: 'The signature of a connected account was changed; `isSet` in the details is whether it has one.',
  link_parameters_changed:
    'Link parameters were changed; `target` in the details is the account or platform, or `all`, and `isSet` whether there are any.',
  posts_imported: 'The import of a file was started; `file` and `rows` in the details are its name and its posts.',
  import_undone:
    'An import was undone: its posts that nothing else had happened to were removed; `file` in the details is its name.',
  snippet_created: 'A snippet was created.',
  snippet_updated: 'A snippet was changed; `changed` in the details names what.',
  snippet_deleted: 'A snippet was deleted.',
  library_file_deleted:
    'A file of the media library was deleted; `detached` in the details says from how many posts the request removed files.',
  feed_created: 'A web feed was added whose entries become posts.',
  feed_updated: 'A feed was changed; `changed` in the details names what.',
  feed_paused: 'A feed was paused.',
  feed_resumed: 'A feed was resumed.',
  feed_deleted: 'A feed was deleted; posts that its entries became stayed.',
  invitation_revoked: 'An invitation was revoked; `email` in the details.',
  member_joined: 'A person accepted an invitation; `email` and `role` in the details.',
  member_added:
    'A person was made a member of a managed user by the account that manages it; `email` and `role` in the details.',
  member_role_changed:
    'A member has another role; `email`, `from` and `to` in the details, and how many API keys and applications were `revoked` with it.',
  member_renamed: 'A member has another name; `from` and `to` in the details.',
  member_removed:
    'A member was removed; `email` in the details, and how many API keys and applications were `revoked` with it.',
  member_left: 'A member left the account; `email` in the details.',
  ownership_transferred: 'The account has another owner; `from` and `to` in the details.',
  two_factor_requirement_changed:
    'Whether members need two-factor authentication was changed; `required` in the details.',
  approval_link_created:
    'A link with which somebody without a login approves posts was created; `name` and `posts` in the details.',
  approval_link_revoked: 'Such a link was revoked; `name` in the details.',
  report_link_created:
    'A secret page with a report was created; its `name` and its period, `from` and `to`, in the details.',
  report_link_revoked: 'Such a page was revoked; its `name` in the details.',
  report_email_set:
    'A person chose how often they get a report of the account by e-mail, or ended it with the link of one; `frequency` and `personId` in the details.',
  approval_policy_changed: 'How posts are approved was changed; the policy is in the details.',
  recovery_policy_changed:
    'What happens to failed posts after an account is connected again was changed; the policy is in the details.',
  posting_schedule_created: 'A posting schedule was created.',
  posting_schedule_changed:
    'A posting schedule was changed; `changed` in the details names what, and `moved` is how many queued posts have other times.',
  posting_schedule_deleted: 'A posting schedule was deleted; queued posts kept their times.',
  posting_schedule_paused:
    'A posting schedule was paused; `drafts` in the details is how many queued posts wait as drafts.',
  posting_schedule_resumed:
    'A posting schedule was resumed; `drafts` in the details is how many queued posts stayed drafts.',
  label_created: 'A label was created.',
  label_updated: 'A label has another name or colour; `changed` in the details names what.',
  label_deleted: 'A label was deleted; `posts` and `files` in the details are how many had it.',
  recurrence_created:
    'A post is repeated by a rule; `follows` in the details is the recurrence of which this is the rest.',
  recurrence_changed: 'A recurrence was changed; `changed` in the details names what.',
  recurrence_paused: 'A recurrence was paused: no posts of it are created.',
  recurrence_resumed: 'A recurrence was resumed.',
  recurrence_deleted: 'A recurrence was deleted; `posts` in the details is how many of its posts were removed.',
  occurrence_skipped: 'An occurrence of a recurrence was skipped; `occursAt` in the details.',
  occurrence_restored: 'The post of an occurrence that was skipped or missed was created; `occursAt` in the details.',
  queue_reordered:
    'The queue of a posting schedule was reordered or shuffled; `posts` in the details is how many moved.',
  plan_changed: 'The account has another plan.',
  entitlements_changed:
    'What the account may use was changed: MCP, workspace, paid channels, limits, or the operator’s console.',
  account_held: 'The account was put on hold.',
  account_released: 'The hold of the account was ended.',
  account_deactivated: 'The account was deactivated; all sessions ended.',
  account_activated: 'The account was activated again.',
  account_export_requested: 'An archive of everything in the account was requested.',
  account_removal_requested: 'The removal of the account was requested; `removalAt` in the details is its time.',
  account_removal_cancelled: 'The removal of the account was cancelled.',
  account_moved: 'The account was moved to another pod; `from` and `to` in the details name them.',
  operator_signed_in:
    'An operator signed in as the account; `reason`, `mayWrite` and `until` in the details say why, whether to change anything, and until when.',
  operator_changed:
    'An operator who was signed in as the account changed something; `mutation` in the details names it. What it changed in the account has a separate event, what it changed about a post is in the post’s log.',
  operator_signed_out: 'An operator who was signed in as the account left it.',
  posts_read:
    'Posts of the account were read in the operator’s console; `posts` in the details names one that was opened.',
} as const;

/** Every action. Only the operator sees those that no account’s log has. */
export const AUDIT_ACTIONS = {
  ...ACCOUNT_ACTIONS,
  account_removed: 'An account was removed; `users` in the details is how many users it had.',
  publishing_paused: 'Publishing was paused, for the whole installation.',
  publishing_resumed: 'Publishing was resumed.',
  posts_retried: 'Failed posts were published again by the operator, for the conditions in the details.',
  posts_failed: 'Waiting posts were ended as failed by the operator, for the conditions in the details.',
  deliveries_resent: 'Failed deliveries of webhooks were sent again by the operator.',
  banner_shown: 'A banner was shown to all users; `text` in the details is what it says.',
  banner_removed: 'The banner was removed.',
  backup_repaired: 'A restored database was repaired.',
  secrets_re_encrypted: 'The stored secrets were encrypted with the newest key.',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** Who did it. */
export const AUDIT_ACTORS = {
  owner: 'The owner, signed in to the account; `id` is that of the session.',
  member: 'Another member, signed in to the account; `id` is that of the session, the name the e-mail address.',
  api_key: 'An API key.',
  application: 'A connected application.',
  managed_user: 'Somebody with the link of a managed user.',
  anonymous: 'Somebody who was not signed in: a refused sign-in, a sign-up, or the link of an e-mail.',
  operator: 'The operator of the service.',
  system: 'The service itself.',
} as const;

export type AuditActor = keyof typeof AUDIT_ACTORS;

/** What it was done to. */
export const AUDIT_SUBJECTS = {
  account: 'An account of this service.',
  session: 'A session.',
  api_key: 'An API key.',
  application: 'A connected application.',
  connected_account: 'A connected account of a platform.',
  managed_user: 'A managed user.',
  webhook: 'A webhook.',
  posting_schedule: 'A posting schedule.',
  recurrence: 'A recurrence; the name is its rule.',
  label: 'A label.',
  snippet: 'A snippet.',
  file: 'A file of the media library.',
  feed: 'A web feed.',
} as const;

export type AuditSubjectType = keyof typeof AUDIT_SUBJECTS;

/** What an action was done to, under the name that it had then. */
export interface AuditSubject {
  type: AuditSubjectType;
  id: string;
  name: string | null;
}

/** Facts about an action: few, short, and no secrets. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** An action to record. */
export interface Audited {
  action: AuditAction;
  /** Null: the account itself. */
  subject?: AuditSubject | null;
  details?: AuditDetails;
}

/** Who acts, in whose account; a viewer is one. */
export interface AuditCaller {
  /** The user that it is about: the owner, or one that it manages. */
  userId: string;
  /** Whose log has it. */
  ownerId: string;
  keyId?: string | null;
  applicationId?: string | null;
  /** `operator`: an operator acts, signed in as the account. */
  session?: { id: string; role?: string; email?: string; operator?: { email: string } | null } | null;
  /** Not by a request's session or key: the holder of a managed user's link, or the service itself. */
  by?: 'managed_user' | 'system';
}

/** The caller of what is done to an account by somebody without a session or key: a visitor, or the operator. */
export const onAccount = ({ id, managedById }: { id: string; managedById?: string | null }): AuditCaller => ({
  userId: id,
  ownerId: managedById ?? id,
});

/** A recorded event. */
export interface AuditEvent {
  /** Sorts by time within a process. */
  id: string;
  /** Null: it is about the whole installation. */
  ownerId: string | null;
  userId: string | null;
  action: AuditAction;
  actor: AuditActor;
  actorId: string | null;
  actorName: string | null;
  subjectType: AuditSubjectType | null;
  subjectId: string | null;
  subjectName: string | null;
  address: string | null;
  userAgent: string | null;
  requestId: string | null;
  details: AuditDetails;
  createdAt: Date;
}
