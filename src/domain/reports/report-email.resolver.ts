import { Arg, Mutation, Query, Resolver } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { COST, listOf } from '../../foundation/graphql/cost.js';
import type { Viewer } from '../identity/access/viewer.js';
import { PersonViewer, SessionViewer } from '../identity/graphql/viewer.context.js';
import { notifiedSession } from '../notifications/notified-session.js';
import { reportEmailsOf } from './report-email.repository.js';
import { ReportEmailType, SetReportEmailInput, SetReportEmailPayload } from './report-email.types.js';
import type { SetReportEmail } from './set-report-email.use-case.js';

@Resolver()
export class ReportEmailResolver {
  constructor(private readonly needs: { db: Db; setReportEmail: SetReportEmail }) {}

  @Query(() => [ReportEmailType], {
    description:
      'The reports that you get by e-mail, of all of your accounts, by name. Dashboard sessions only. Errors: SESSION_REQUIRED.',
    complexity: listOf(20),
  })
  reportEmails(@PersonViewer() viewer: Viewer): Promise<ReportEmailType[]> {
    return this.#of(viewer);
  }

  @Mutation(() => SetReportEmailPayload, {
    description:
      'Sets how often you get a report of the account by e-mail. Dashboard sessions only. Errors: SESSION_REQUIRED.',
    complexity: COST.recorded,
  })
  async setReportEmail(
    @SessionViewer('READ') viewer: Viewer,
    @Arg('input', () => SetReportEmailInput, { description: 'How often.' }) { frequency }: SetReportEmailInput,
  ): Promise<SetReportEmailPayload> {
    await this.needs.setReportEmail(viewer, frequency);
    return { reportEmails: await this.#of(viewer) };
  }

  async #of(viewer: Viewer): Promise<ReportEmailType[]> {
    const emails = await reportEmailsOf(this.needs.db, notifiedSession(viewer).personId);
    return emails.map(({ userId, ...email }) => ({ ...email, accountId: userId }));
  }
}
