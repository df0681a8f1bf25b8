import { Module } from '@nestjs/common';
import { ForgetStrangers } from '@quittance/audit';
import { CompanyModule } from '@quittance/company';
import { IdempotencyKeys } from '@quittance/http';
import { PurgeSessions } from '@quittance/identity';
import { OutboxModule } from '@quittance/outbox';
import { CompanyPurge } from './company-purge.js';
import { Housekeeping } from './housekeeping.js';

@Module({
  imports: [CompanyModule, OutboxModule],
  providers: [CompanyPurge, ForgetStrangers, Housekeeping, IdempotencyKeys, PurgeSessions],
})
export class HousekeepingModule {}
