import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { OutboxModule } from '@quittance/outbox/host';
import {
  GatherNotices,
  PushVault,
  QuoteRequestsModule,
  SendPushes,
  TellOfDay,
} from '@quittance/portal/host';
import { DeliverPushes } from './deliver-pushes.js';
import { NotifyPortalUsers } from './notify-portal-users.js';
import { SweepNotices } from './sweep-notices.js';
import { SweepQuoteRequests } from './sweep-quote-requests.js';

/** What users of the portals ask for and are told: by events, and by the clock. */
@Module({
  imports: [CompanyModule, OutboxModule, QuoteRequestsModule],
  providers: [
    DeliverPushes,
    GatherNotices,
    NotifyPortalUsers,
    PushVault,
    SendPushes,
    SweepNotices,
    SweepQuoteRequests,
    TellOfDay,
  ],
})
export class PortalWorkerModule {}
