/** Mails about requests for approval. */
import { type MailContent, mailTo, nameInMail } from '../../mail/mail-content.js';
import { timeInMail } from '../../mail/mail-time.js';
import { Decision } from './approvals.js';

const EXCERPT = 200;
const excerptOf = (content: string): string => (content.length > EXCERPT ? `${content.slice(0, EXCERPT)}…` : content);

interface About {
  account: { displayName: string; timeZone: string | null };
  groupId: string;
  content: string;
}

export const approvalRequestedMail = (
  approver: { email: string },
  { account, groupId, content, by, scheduledTime }: About & { by: string; scheduledTime: Date | null },
): MailContent =>
  mailTo(
    approver,
    `A post of ${nameInMail(account.displayName)} waits for your approval`,
    `${nameInMail(by)} asks for approval of a post.`,
    {
      facts: [
        ['Text', excerptOf(content)],
        ['To go out', scheduledTime ? timeInMail(account, scheduledTime) : 'As soon as it is approved'],
      ],
    },
    { label: 'Review the post', to: { page: `/posts/${groupId}` } },
  );

export const approvalDecidedMail = (
  requester: { email: string },
  given: About & { by: string; decision: Decision; comment: string | null },
): MailContent => {
  const isApproved = given.decision === Decision.APPROVED;
  return mailTo(
    requester,
    isApproved ? 'Your post was approved' : 'Your post was not approved',
    isApproved
      ? `${nameInMail(given.by)} approved your post. It is scheduled.`
      : `${nameInMail(given.by)} asks you to change your post. Edit it, and ask for approval again.`,
    {
      facts: [
        ['Text', excerptOf(given.content)],
        ...(given.comment === null ? [] : ([['Comment', given.comment]] as const)),
      ],
    },
    { label: 'Open the post', to: { page: `/posts/${given.groupId}` } },
  );
};
