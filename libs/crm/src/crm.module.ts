import { Module } from '@nestjs/common';
import { CreateAccount } from './accounts/create-account.js';
import { UpdateAccount } from './accounts/update-account.js';
import { CrmQueries } from './crm.queries.js';
import { CreateLedgerAccount } from './ledger-accounts/create-ledger-account.js';
import { UpdateLedgerAccount } from './ledger-accounts/update-ledger-account.js';

const operations = [
  CreateAccount,
  UpdateAccount,
  CreateLedgerAccount,
  UpdateLedgerAccount,
  CrmQueries,
];

@Module({ providers: operations, exports: operations })
export class CrmModule {}
