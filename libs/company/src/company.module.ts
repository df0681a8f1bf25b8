import { Module } from '@nestjs/common';
import { EndBankApproval } from './bank-approval/end-bank-approval.js';
import { Companies } from './companies.js';
import { CompanyChecks } from './company-checks.js';
import { ConfigurationStores, SetupParts } from '@quittance/configuration';
import { currenciesPart, currencyStore } from './currencies/currency-configuration.js';
import { UpdateCompany } from './update-company.js';

const OPERATIONS = [Companies, EndBankApproval, UpdateCompany];
const REGISTERS = [CompanyChecks, ConfigurationStores, SetupParts];

@Module({
  providers: [...OPERATIONS, ...REGISTERS],
  exports: [...OPERATIONS, ...REGISTERS],
})
export class CompanyModule {
  constructor(stores: ConfigurationStores, parts: SetupParts) {
    stores.register(currencyStore);
    parts.register(currenciesPart);
  }
}
