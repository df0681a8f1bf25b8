import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { ConfigurationStores, SetupParts } from '@quittance/configuration';
import { CreateMaster } from './create-master.js';
import { DeleteMaster } from './delete-master.js';
import { masterStore, masterSetupParts } from './master-configuration.js';
import { RestoreMaster } from './restore-master.js';
import { UpdateCurrency } from './update-currency.js';
import { UpdateMaster } from './update-master.js';

const OPERATIONS = [CreateMaster, DeleteMaster, RestoreMaster, UpdateCurrency, UpdateMaster];

/** The reference lists of a company. */
@Module({ imports: [CompanyModule], providers: OPERATIONS, exports: OPERATIONS })
export class MastersModule {
  constructor(stores: ConfigurationStores, parts: SetupParts) {
    stores.register(masterStore);
    parts.register(...masterSetupParts);
  }
}
