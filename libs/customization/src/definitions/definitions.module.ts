import { Global, Module } from '@nestjs/common';
import { CompanyChecks, CompanyModule } from '@quittance/company';
import { ConfigurationKeepers, SetupParts } from '@quittance/configuration';
import { CompanyModels, MetadataSource } from '@quittance/metadata';
import { ObjectsModule } from '@quittance/objects';
import { checkBaseCurrency } from './checks/check-base-currency.js';
import { DefinedMetadata } from './defined-metadata.js';
import { fieldKeeper, objectKeeper } from './definition-keepers.js';
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
    keepers: ConfigurationKeepers,
    parts: SetupParts,
    models: CompanyModels,
    companies: CompanyChecks,
  ) {
    companies.register(checkBaseCurrency(models));
    keepers.register(fieldKeeper(models), objectKeeper(models));
    parts.register(objectsPart(models), fieldsPart(models));
  }
}
