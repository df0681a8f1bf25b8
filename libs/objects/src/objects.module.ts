import { Global, Module } from '@nestjs/common';
import { CompanyChecks, CompanyModule, ConfigurationKeepers, SetupParts } from '@quittance/company';
import { ObjectCatalogue } from './catalogue/object-catalogue.js';
import { CompanyModels } from './metadata/company-models.js';
import { checkBaseCurrency } from './definitions/check-base-currency.js';
import { DefinedMetadata } from './definitions/defined-metadata.js';
import { fieldKeeper, objectKeeper } from './definitions/definition-keepers.js';
import { fieldsPart, objectsPart } from './definitions/definition-setup.js';
import { MetadataUsage } from './definitions/metadata-usage.js';
import { MetadataSource } from './metadata/metadata-source.js';
import { RecordChecks } from './records/record-checks.js';
import { RecordOrigins } from './timeline/record-origins.js';
import { TimelineSources } from './timeline/timeline-sources.js';
import { BuildFieldIndexes } from './values/build-field-indexes.js';

/** The registers are one for the process: libs fill them while it starts. */
@Global()
@Module({
  imports: [CompanyModule],
  providers: [
    BuildFieldIndexes,
    CompanyModels,
    MetadataUsage,
    ObjectCatalogue,
    RecordChecks,
    RecordOrigins,
    TimelineSources,
    { provide: MetadataSource, useClass: DefinedMetadata },
  ],
  exports: [
    BuildFieldIndexes,
    CompanyModels,
    MetadataUsage,
    ObjectCatalogue,
    RecordChecks,
    RecordOrigins,
    TimelineSources,
    MetadataSource,
  ],
})
export class ObjectsModule {
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
