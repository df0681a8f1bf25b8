import { Module, type Provider } from '@nestjs/common';
import { CONFIG, type Config } from '@quittance/config';
import { DirectoryStore, DropUpload, FileStore, KeepUpload } from '@quittance/objects/host';
import { PORTAL_DIRECTORIES } from '@quittance/portal/host';
import { join } from 'node:path';
import { PortalUploads } from './portal-uploads.js';
import { uploadsController } from './uploads.controller.js';

/** Where documents are, as the staff host has them. */
const files: Provider = {
  provide: FileStore,
  inject: [CONFIG],
  useFactory: (config: Config) => new DirectoryStore(join(config.dataDir, 'documents')),
};

/** Files from the portals; whoever sends the bytes of documents imports it for the store. */
@Module({
  providers: [files, KeepUpload, DropUpload, PortalUploads],
  controllers: PORTAL_DIRECTORIES.map(uploadsController),
  exports: [FileStore, PortalUploads],
})
export class UploadsApiModule {}
