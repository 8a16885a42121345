/** Mails about memberships. */
import { type MailContent, mailTo, nameInMail } from '../../mail/mail-content.js';
import type { Role } from '../identity/people/role.js';

export const wordOf = (role: Role): string => role.toLowerCase();

/** Clients that a mail names. */
const NAMED = 20;

function namesOf(clients: readonly string[]): string {
  const names = clients.slice(0, NAMED).map(nameInMail).join(', ');
  return clients.length > NAMED ? `${names}, and ${clients.length - NAMED} more` : names;
}

/** `clients`: the names of those that the person is limited to; null: all of the account. */
export const invitationMail = (
  invitation: { email: string; role: Role; invitedBy: string },
  { account, clients, url }: { account: string; clients: readonly string[] | null; url: string },
): MailContent =>
  mailTo(
    invitation,
    `You are invited to ${nameInMail(account)}`,
    `${nameInMail(invitation.invitedBy)} invites you to ${clients ? 'work for clients of' : 'the account'} ${nameInMail(account)}, to plan and publish posts together. Accept with this button, which is valid for seven days.`,
    {
      facts: [['Your role', wordOf(invitation.role)], ...(clients ? [['Clients', namesOf(clients)] as const] : [])],
    },
    { label: 'Accept the invitation', to: { url } },
    'If you did not expect this, you can ignore this e-mail: nothing happens unless you accept.',
  );

export const ownershipTransferredMail = (
  person: { email: string },
  { account, to, mine }: { account: string; to: string; mine: boolean },
): MailContent =>
  mailTo(
    person,
    mine ? `You own ${nameInMail(account)} now` : `You no longer own ${nameInMail(account)}`,
    mine
      ? `The account ${nameInMail(account)} was transferred to you. You are its owner from now on, and e-mails about it come to you.`
      : `The account ${nameInMail(account)} was transferred to ${nameInMail(to)}. You are an admin of it from now on.`,
    { label: 'Open the members', to: { page: '/members' } },
    mine
      ? 'If you did not expect this, ask the former owner.'
      : 'If this was not you, change your password immediately, and contact the operator of this service.',
  );
