import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { SetupParts } from '@quittance/configuration';
import { CustomizationModule, LayoutPanels, ListCatalogue } from '@quittance/customization';
import { CompanyModels, ObjectCatalogue, RecordChecks } from '@quittance/metadata';
import { ObjectsModule } from '@quittance/objects';
import { AccountFollowersModule } from './accounts/account-followers.js';
import { accountObject } from './accounts/account-record.js';
import { MergeAccount } from './accounts/merge-account.js';
import { assetObject } from './assets/asset-record.js';
import { CampaignMembers } from './campaigns/campaign-members.js';
import { campaignObject } from './campaigns/campaign-record.js';
import { campaignReference } from './campaigns/campaign-reference.js';
import { caseObject } from './cases/case-record.js';
import { CommentCase } from './cases/comment-case.js';
import { MarkMissedTimes } from './cases/mark-missed-times.js';
import { MoveCase } from './cases/move-case.js';
import { OpenCase } from './cases/open-case.js';
import { RateCase } from './cases/rate-case.js';
import { registerNumberedCases } from './cases/numbered-cases.js';
import { SaveSlaPolicy } from './cases/save-sla-policy.js';
import { slaPolicyPart } from './cases/sla-policy-part.js';
import { contactObject } from './contacts/contact-record.js';
import { CrmQueries } from './crm.queries.js';
import { CloseDeal } from './deals/close-deal.js';
import { dealObject } from './deals/deal-record.js';
import { EnsureDefaultPipeline } from './deals/ensure-default-pipeline.js';
import { MoveDealStage } from './deals/move-deal-stage.js';
import { opportunityLists } from './deals/opportunity-lists.js';
import { pipelinePart } from './deals/pipeline-part.js';
import { pipelineReferences } from './deals/pipeline-references.js';
import { pipelineObject } from './deals/pipeline-record.js';
import { ReadForecast } from './deals/read-forecast.js';
import { ConvertCurrency } from './exchange-rates/convert-currency.js';
import { exchangeRateObject } from './exchange-rates/exchange-rate-record.js';
import { JudgeArticle } from './knowledge/judge-article.js';
import { knowledgeObject } from './knowledge/knowledge-record.js';
import { MoveArticle } from './knowledge/move-article.js';
import { ConvertLead } from './leads/convert-lead.js';
import { leadObject } from './leads/lead-record.js';
import { BulkUpdateLedgerAccounts } from './ledger-accounts/bulk-update-ledger-accounts.js';
import { ImportLedgerAccounts } from './ledger-accounts/import-ledger-accounts.js';
import { CloneLedgerAccount } from './ledger-accounts/clone-ledger-account.js';
import { CreateLedgerAccount } from './ledger-accounts/create-ledger-account.js';
import { DeleteLedgerAccount } from './ledger-accounts/delete-ledger-account.js';
import { ledgerAccountObject } from './ledger-accounts/ledger-account-record.js';
import { UpdateLedgerAccount } from './ledger-accounts/update-ledger-account.js';
import { leadScorePanel, slaPanel, stageProgressPanel } from './panels.js';
import { CompleteWork } from './work/complete-work.js';
import { relatedRecords } from './work/related-records.js';
import { activityObject, taskObject } from './work/work-records.js';

const operations = [
  BulkUpdateLedgerAccounts,
  CampaignMembers,
  CloneLedgerAccount,
  CloseDeal,
  CommentCase,
  CompleteWork,
  ConvertCurrency,
  ConvertLead,
  CreateLedgerAccount,
  DeleteLedgerAccount,
  CrmQueries,
  EnsureDefaultPipeline,
  ImportLedgerAccounts,
  JudgeArticle,
  MarkMissedTimes,
  MergeAccount,
  MoveArticle,
  MoveCase,
  MoveDealStage,
  OpenCase,
  RateCase,
  ReadForecast,
  SaveSlaPolicy,
  UpdateLedgerAccount,
];

/** The record types of customers and sales; what they have in common is the engine's. */
export const CRM_OBJECTS = [
  leadObject,
  accountObject,
  contactObject,
  dealObject,
  pipelineObject,
  caseObject,
  knowledgeObject,
  activityObject,
  taskObject,
  campaignObject,
  assetObject,
  exchangeRateObject,
] as const;

@Module({
  imports: [AccountFollowersModule, CompanyModule, ObjectsModule, CustomizationModule],
  providers: operations,
  exports: operations,
})
export class CrmModule {
  constructor(
    catalogue: ObjectCatalogue,
    checks: RecordChecks,
    panels: LayoutPanels,
    lists: ListCatalogue,
    models: CompanyModels,
    parts: SetupParts,
  ) {
    catalogue.register(...CRM_OBJECTS, ledgerAccountObject);
    catalogue.registerTarget({
      name: 'partner',
      label: 'Partner',
      table: 'crm.ledger_account',
      titleColumn: 'name',
      of: ledgerAccountObject.name,
      usable: `t.kind = 'partner' and t.deleted_at is null`,
    });
    catalogue.registerShown({
      name: 'stage',
      label: 'Stage',
      table: 'crm.pipeline_stage',
      titleColumn: 'name',
    });
    checks.register(relatedRecords);
    panels.register('lead', leadScorePanel);
    panels.register('deal', stageProgressPanel);
    panels.register('case', slaPanel);
    lists.registerSpecial(opportunityLists(models));
    parts.register(pipelinePart(models), slaPolicyPart);
    parts.registerReferences(...pipelineReferences, campaignReference);
    registerNumberedCases();
  }
}
