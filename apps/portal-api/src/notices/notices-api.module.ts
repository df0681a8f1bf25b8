import { Module } from '@nestjs/common';
import { ChooseNotices, OwnNotices, PORTAL_DIRECTORIES } from '@quittance/portal/host';
import { noticeChoicesController } from './notice-choices.controller.js';
import { noticesController } from './notices.controller.js';

/** What users of the portals are told, and what they want to be told. */
@Module({
  providers: [ChooseNotices, OwnNotices],
  controllers: [
    ...PORTAL_DIRECTORIES.map(noticesController),
    ...PORTAL_DIRECTORIES.map(noticeChoicesController),
  ],
})
export class NoticesApiModule {}
