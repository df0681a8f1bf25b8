import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { OutboxModule } from '@quittance/outbox/host';
import { GatherNotices, TellOfDay } from '@quittance/portal/host';
import { NotifyPortalUsers } from './notify-portal-users.js';
import { SweepNotices } from './sweep-notices.js';

/** What users of the portals are told: by events, and by the clock. */
@Module({
  imports: [CompanyModule, OutboxModule],
  providers: [GatherNotices, NotifyPortalUsers, SweepNotices, TellOfDay],
})
export class PortalWorkerModule {}
