import { Module } from '@nestjs/common';
import { PORTAL_DIRECTORIES, ReadChanges } from '@quittance/portal/host';
import { ChangeFeed } from './change-feed.js';
import { streamController } from './stream.controller.js';

/** What changes, told to whoever looks. */
@Module({
  providers: [ChangeFeed, ReadChanges],
  controllers: PORTAL_DIRECTORIES.map(streamController),
})
export class StreamApiModule {}
