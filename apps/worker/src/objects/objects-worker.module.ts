import { Module } from '@nestjs/common';
import { CatalogModule } from '@quittance/catalog/host';
import { CrmModule } from '@quittance/crm/host';
import { ObjectsModule } from '@quittance/objects';
import { buildIndexes } from './build-indexes.js';

/** The libs imported here describe the objects whose fields are indexed. */
@Module({ imports: [CatalogModule, CrmModule, ObjectsModule], providers: [buildIndexes] })
export class ObjectsWorkerModule {}
