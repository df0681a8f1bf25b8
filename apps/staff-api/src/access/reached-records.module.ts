import { Global, Module } from '@nestjs/common';
import { ReachedRecordsTable } from '@quittance/http/host';
import { StaffReachedRecords } from './reached-records.js';

/** Tells the guard of records what paths and bodies of this host name. */
@Global()
@Module({
  providers: [{ provide: ReachedRecordsTable, useClass: StaffReachedRecords }],
  exports: [ReachedRecordsTable],
})
export class ReachedRecordsModule {}
