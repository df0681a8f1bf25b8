import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { ReceivablesModule } from '@quittance/receivables';
import type { Config } from '@quittance/config';
import {
  AttachmentSource,
  EmailOccasions,
  MailCarrier,
  SecretLinks,
  SendEmails,
  SmtpCarrier,
} from '@quittance/notifications/host';
import { NotificationsModule } from '@quittance/notifications';
import { DocumentsModule } from '@quittance/documents';
import { ReportingModule } from '@quittance/reporting/host';
import { SalesModule } from '@quittance/sales/host';
import { OutboxModule } from '@quittance/outbox/host';
import { MakePortalLink } from '@quittance/portal/host';
import { DeliverEmails } from './deliver-emails.js';
import { DevMailbox } from './dev-mailbox.js';
import { DocumentAttachments } from './document-attachments.js';
import { DunningOccasions } from './dunning-occasions.js';
import { IssuedLinks } from './issued-links.js';
import { MailAdministrators } from './mail-administrators.js';
import { MailApprovals } from './mail-approvals.js';
import { MailBankApproval } from './mail-bank-approval.js';
import { MailBankChanges } from './mail-bank-changes.js';
import { MailDistanceSales } from './mail-distance-sales.js';
import { MailCustomers } from './mail-customers.js';
import { MailPortalSecurity } from './mail-portal-security.js';
import { MailPortalUsers } from './mail-portal-users.js';
import { MailUsers } from './mail-users.js';
import { PasswordLinks } from './password-links.js';
import { StatementFiles } from './statement-files.js';

/** E-mail. Without a mail server nothing is queued for events, since it would never leave. */
@Module({})
export class NotificationsWorkerModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: NotificationsWorkerModule,
      imports: [
        DocumentsModule,
        ReceivablesModule,
        ReportingModule,
        SalesModule,
        NotificationsModule,
        OutboxModule,
      ],
      providers: [
        ...(config.devMailboxPort > 0 ? [DevMailbox] : []),
        ...(config.smtpUrl === null ? [] : senders(config.smtpUrl, config.mailFrom)),
      ],
    };
  }
}

function senders(url: string, from: string): Provider[] {
  return [
    { provide: MailCarrier, useFactory: () => new SmtpCarrier({ url, from }) },
    { provide: AttachmentSource, useClass: DocumentAttachments },
    StatementFiles,
    PasswordLinks,
    MakePortalLink,
    { provide: EmailOccasions, useClass: DunningOccasions },
    { provide: SecretLinks, useClass: IssuedLinks },
    SendEmails,
    MailUsers,
    MailApprovals,
    MailPortalSecurity,
    MailPortalUsers,
    MailCustomers,
    MailAdministrators,
    MailBankApproval,
    MailBankChanges,
    MailDistanceSales,
    DeliverEmails,
  ];
}
