import { Module, type Provider } from '@nestjs/common';
import { AuditModule, ForgetStrangers } from '@quittance/audit';
import { CompanyModule } from '@quittance/company';
import { CONFIG, type Config } from '@quittance/config';
import { IdempotencyKeys } from '@quittance/http';
import { PurgeSessions } from '@quittance/identity';
import { DirectoryStore, FileStore, SweepDocuments } from '@quittance/objects';
import { OutboxModule } from '@quittance/outbox';
import { join } from 'node:path';
import { RulesModule } from '@quittance/rules';
import { AbandonKeys } from './abandon-keys.js';
import { CompanyPurge } from './company-purge.js';
import { Housekeeping } from './housekeeping.js';
import { TellOfQuarantines } from './tell-of-quarantines.js';

/** Where the hosts keep the files of records. */
const files: Provider = {
  provide: FileStore,
  inject: [CONFIG],
  useFactory: (config: Config) => new DirectoryStore(join(config.dataDir, 'documents')),
};

@Module({
  imports: [AuditModule, CompanyModule, OutboxModule, RulesModule],
  providers: [
    TellOfQuarantines,
    AbandonKeys,
    CompanyPurge,
    files,
    ForgetStrangers,
    Housekeeping,
    IdempotencyKeys,
    PurgeSessions,
    SweepDocuments,
  ],
})
export class HousekeepingModule {}
