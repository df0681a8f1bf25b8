import { Module } from '@nestjs/common';
import { PortalDownloads, PortalModule } from '@quittance/portal/host';
import { PortalFiles } from './portal-files.js';

/** Addresses under which a browser opens files, for the portals that have such. */
@Module({
  imports: [PortalModule],
  providers: [PortalDownloads, PortalFiles],
  exports: [PortalFiles],
})
export class DownloadsApiModule {}
