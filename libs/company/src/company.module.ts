import { Module } from '@nestjs/common';
import { Companies } from './companies.js';
import { CompanyChecks } from './company-checks.js';
import { ConfigurationKeepers, SetupParts } from '@quittance/configuration';
import { currenciesPart, currencyKeeper } from './currencies/currency-configuration.js';
import { UpdateCompany } from './update-company.js';

const OPERATIONS = [Companies, UpdateCompany];
const REGISTERS = [CompanyChecks, ConfigurationKeepers, SetupParts];

@Module({
  providers: [...OPERATIONS, ...REGISTERS],
  exports: [...OPERATIONS, ...REGISTERS],
})
export class CompanyModule {
  constructor(keepers: ConfigurationKeepers, parts: SetupParts) {
    keepers.register(currencyKeeper);
    parts.register(currenciesPart);
  }
}
