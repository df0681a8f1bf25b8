import { Module } from '@nestjs/common';
import { PortalModule } from '@quittance/portal/host';
import { DownloadsApiModule } from '../downloads/downloads-api.module.js';
import { UploadsApiModule } from '../uploads/uploads-api.module.js';
import { VendorCompanyController } from './vendor-company.controller.js';
import { VendorDocumentsController } from './vendor-documents.controller.js';
import { VendorDownloadsController, VendorSearchController } from './vendor-found.controller.js';

@Module({
  imports: [DownloadsApiModule, PortalModule, UploadsApiModule],
  controllers: [
    VendorCompanyController,
    VendorDocumentsController,
    VendorDownloadsController,
    VendorSearchController,
  ],
})
export class VendorPortalModule {}
