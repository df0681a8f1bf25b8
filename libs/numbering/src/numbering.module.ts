import { Module } from '@nestjs/common';
import { CompanyChecks, CompanyModule } from '@quittance/company';
import { ConfigurationStores, SetupParts } from '@quittance/configuration';
import { checkRegistration } from './check-registration.js';
import { ListNumbering } from './list-numbering.js';
import { numberingStore, numberingPart } from './numbering-configuration.js';
import { PreviewNumbering } from './preview-numbering.js';
import { SaveNumbering } from './save-numbering.js';

const operations = [ListNumbering, SaveNumbering, PreviewNumbering];

@Module({ imports: [CompanyModule], providers: operations, exports: operations })
export class NumberingModule {
  constructor(stores: ConfigurationStores, parts: SetupParts, checks: CompanyChecks) {
    stores.register(numberingStore);
    parts.register(numberingPart);
    checks.register(checkRegistration);
  }
}
