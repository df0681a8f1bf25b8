import { Module } from '@nestjs/common';
import { CrmModule } from '@quittance/crm';
import { AccountsController } from './accounts.controller.js';
import { LedgerAccountsController } from './ledger-accounts.controller.js';

@Module({ imports: [CrmModule], controllers: [AccountsController, LedgerAccountsController] })
export class CrmApiModule {}
