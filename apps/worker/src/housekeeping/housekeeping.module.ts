import { Module, type Provider } from '@nestjs/common';
import { AuditModule } from '@quittance/audit';
import { ForgetStrangers } from '@quittance/audit/host';
import { CompanyModule } from '@quittance/company';
import { CONFIG, type Config } from '@quittance/config';
import { PurgeDeliveries } from '@quittance/gateway/host';
import { IdempotencyKeys } from '@quittance/http/host';
import { PurgeSessions } from '@quittance/identity/host';
import { RemoveBodies } from '@quittance/notifications/host';
import { DirectoryStore, FileStore, SweepDocuments } from '@quittance/objects/host';
import { OutboxModule } from '@quittance/outbox/host';
import { PurgePortalSessions } from '@quittance/portal/host';
import { join } from 'node:path';
import { RulesModule } from '@quittance/rules/host';
import { abandonKeys } from './abandon-keys.js';
import { CompanyPurge } from './company-purge.js';
import { Housekeeping } from './housekeeping.js';
import { pollQuarantines } from './poll-quarantines.js';
import { WatchRuns } from './watch-runs.js';
import { PurgeAllSessions } from './purge-all-sessions.js';
import { PurgeExchanged } from './purge-exchanged.js';

/** Where the hosts keep the files of records. */
const files: Provider = {
  provide: FileStore,
  inject: [CONFIG],
  useFactory: (config: Config) => new DirectoryStore(join(config.dataDir, 'documents')),
};

@Module({
  imports: [AuditModule, CompanyModule, OutboxModule, RulesModule],
  providers: [
    pollQuarantines,
    abandonKeys,
    CompanyPurge,
    files,
    ForgetStrangers,
    Housekeeping,
    IdempotencyKeys,
    PurgeAllSessions,
    PurgeDeliveries,
    PurgeExchanged,
    PurgePortalSessions,
    PurgeSessions,
    RemoveBodies,
    SweepDocuments,
    WatchRuns,
  ],
})
export class HousekeepingModule {}
