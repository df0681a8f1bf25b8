import { Module } from '@nestjs/common';
import { PortalUsersModule } from '@quittance/portal/host';
import { PortalSettingsController } from './portal-settings.controller.js';
import { PortalUserStatesController } from './portal-user-states.controller.js';
import { PortalUsersController } from './portal-users.controller.js';
import { ViewAsController } from './view-as.controller.js';

/** What staff set up for the portals. */
@Module({
  imports: [PortalUsersModule],
  controllers: [
    PortalSettingsController,
    PortalUserStatesController,
    PortalUsersController,
    ViewAsController,
  ],
})
export class PortalAdministrationModule {}
