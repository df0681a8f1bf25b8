import { Module } from '@nestjs/common';
import { CrmModule } from '@quittance/crm/host';
import { AccountsController } from './accounts.controller.js';
import { CampaignsController } from './campaigns.controller.js';
import { CaseServiceController } from './case-service.controller.js';
import { CasesController } from './cases.controller.js';
import { DealsController } from './deals.controller.js';
import { ExchangeRatesController } from './exchange-rates.controller.js';
import { ForecastController } from './forecast.controller.js';
import { KnowledgeController } from './knowledge.controller.js';
import { LeadsController } from './leads.controller.js';
import { LedgerAccountMassController } from './ledger-account-mass.controller.js';
import { LedgerAccountsController } from './ledger-accounts.controller.js';
import { OpportunitiesController } from './opportunities.controller.js';
import { PipelinesController } from './pipelines.controller.js';
import { ActivitiesController, TasksController } from './work.controllers.js';

/** What the objects of customers and sales do beside what every object does. */
@Module({
  imports: [CrmModule],
  controllers: [
    AccountsController,
    ActivitiesController,
    CampaignsController,
    CaseServiceController,
    CasesController,
    DealsController,
    ExchangeRatesController,
    ForecastController,
    KnowledgeController,
    LeadsController,
    LedgerAccountMassController,
    LedgerAccountsController,
    OpportunitiesController,
    PipelinesController,
    TasksController,
  ],
})
export class CrmApiModule {}
