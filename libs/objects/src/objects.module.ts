import { Global, Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { ObjectCatalogue } from './catalogue/object-catalogue.js';
import { CompanyModels } from './metadata/company-models.js';
import { RecordChecks } from './records/record-checks.js';
import { RecordOrigins } from './timeline/record-origins.js';
import { TimelineSources } from './timeline/timeline-sources.js';
import { BuildFieldIndexes } from './values/build-field-indexes.js';

const REGISTERS = [
  BuildFieldIndexes,
  CompanyModels,
  ObjectCatalogue,
  RecordChecks,
  RecordOrigins,
  TimelineSources,
];

/** The registers are one for the process: libs fill them while it starts. */
@Global()
@Module({ imports: [CompanyModule], providers: REGISTERS, exports: REGISTERS })
export class ObjectsModule {}
