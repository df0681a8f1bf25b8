import { Global, Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { ObjectCatalogue } from './catalogue/object-catalogue.js';
import { CompanyModels } from './model/company-models.js';
import { RecordChecks } from './model/record-checks.js';

const REGISTERS = [CompanyModels, ObjectCatalogue, RecordChecks];

/** The registers are one for the process: libs fill them while it starts. */
@Global()
@Module({ imports: [CompanyModule], providers: REGISTERS, exports: REGISTERS })
export class MetadataModule {}
