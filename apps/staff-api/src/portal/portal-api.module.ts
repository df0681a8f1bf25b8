import { Module } from '@nestjs/common';
import { PortalUsersModule } from '@quittance/portal/host';
import { MergedStorefrontModule } from '@quittance/storefront/host';
import { PortalSettingsController } from './portal-settings.controller.js';
import { PortalUserStatesController } from './portal-user-states.controller.js';
import { PortalUsersController } from './portal-users.controller.js';

/** What staff set up for the portals. */
@Module({
  imports: [MergedStorefrontModule, PortalUsersModule],
  controllers: [PortalSettingsController, PortalUserStatesController, PortalUsersController],
})
export class PortalAdministrationModule {}
