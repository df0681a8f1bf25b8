import { Global, Module } from '@nestjs/common';
import { CompanyChecks, CompanyModule } from '@quittance/company';
import { ConfigurationStores, SetupParts } from '@quittance/configuration';
import { CompanyModels, MetadataSource } from '@quittance/metadata';
import { ObjectsModule } from '@quittance/objects';
import { checkBaseCurrency } from './checks/check-base-currency.js';
import { DefinedMetadata } from './defined-metadata.js';
import { fieldStore, objectStore } from './definition-stores.js';
import { fieldsPart, objectsPart } from './definition-setup.js';
import { MetadataUsage } from './checks/metadata-usage.js';

/**
 * The fields and objects that companies define. The engine of records asks for them by its port,
 * and it serves the whole process: so does this.
 */
@Global()
@Module({
  imports: [CompanyModule, ObjectsModule],
  providers: [MetadataUsage, { provide: MetadataSource, useClass: DefinedMetadata }],
  exports: [MetadataUsage, MetadataSource],
})
export class DefinitionsModule {
  constructor(
    stores: ConfigurationStores,
    parts: SetupParts,
    models: CompanyModels,
    companies: CompanyChecks,
  ) {
    companies.register(checkBaseCurrency(models));
    stores.register(fieldStore(models), objectStore(models));
    parts.register(objectsPart(models), fieldsPart(models));
  }
}
