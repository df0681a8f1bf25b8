import { Module } from '@nestjs/common';
import {
  ChooseNotices,
  KeepPushes,
  OwnNotices,
  PORTAL_DIRECTORIES,
  PushVault,
} from '@quittance/portal/host';
import { noticeChoicesController } from './notice-choices.controller.js';
import { noticesController } from './notices.controller.js';
import { pushSubscriptionsController } from './push-subscriptions.controller.js';

/** What users of the portals are told, and what they want to be told. */
@Module({
  providers: [ChooseNotices, KeepPushes, OwnNotices, PushVault],
  controllers: [
    ...PORTAL_DIRECTORIES.map(noticesController),
    ...PORTAL_DIRECTORIES.map(noticeChoicesController),
    ...PORTAL_DIRECTORIES.map(pushSubscriptionsController),
  ],
})
export class NoticesApiModule {}
