import { Module } from '@nestjs/common';
import { ChangeFeed, ChangeSource } from '@quittance/http/host';
import { PORTAL_DIRECTORIES, ReadChanges } from '@quittance/portal/host';
import { PortalChanges } from './portal-changes.js';
import { streamController } from './stream.controller.js';

/** What changes, told to whoever looks. */
@Module({
  providers: [ChangeFeed, ReadChanges, { provide: ChangeSource, useClass: PortalChanges }],
  controllers: PORTAL_DIRECTORIES.map(streamController),
})
export class StreamApiModule {}
