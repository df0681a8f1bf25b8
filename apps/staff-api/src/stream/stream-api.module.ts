import { Module } from '@nestjs/common';
import { ChangeFeed, ChangeSource } from '@quittance/http/host';
import { StaffChanges } from './staff-changes.js';
import { StreamController } from './stream.controller.js';

/** What changes, told to whoever looks. */
@Module({
  providers: [ChangeFeed, StaffChanges, { provide: ChangeSource, useExisting: StaffChanges }],
  controllers: [StreamController],
})
export class StreamApiModule {}
