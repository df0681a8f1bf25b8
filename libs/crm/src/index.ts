export {
  ACCOUNT_STATUSES,
  type Account,
  type AccountFields,
  type AccountStatus,
  type BillingAccount,
  type LedgerAccountId,
} from './accounts/account.js';
export {
  readAccountHierarchy,
  type AccountHierarchy,
  type HierarchyNode,
} from './accounts/account-hierarchy.queries.js';
export type { AccountPatch } from './accounts/account-patch.js';
export { accountObject } from './accounts/account-record.js';
export { findBillingAccounts, holdBillingAccounts } from './accounts/account.queries.js';
export { addAccount } from './accounts/add-account.js';
export { importAccounts, type ImportedAccount } from './accounts/import-accounts.js';
export { MergeAccount, type AccountMerge } from './accounts/merge-account.js';
export { assetObject } from './assets/asset-record.js';
export {
  MEMBER_STATUSES,
  campaignMemberList,
  campaignMembersToDownload,
  membersOf,
  type CampaignCounts,
  type CampaignMember,
  type CampaignMemberId,
  type MemberStatus,
} from './campaigns/campaign-member.queries.js';
export { CampaignMembers, type NewMembers } from './campaigns/campaign-members.js';
export { campaignObject } from './campaigns/campaign-record.js';
export type { OpenHours } from './cases/business-hours.js';
export { COMMENT_VISIBILITIES, type CommentVisibility } from './cases/case.js';
export { readCaseByNumber } from './cases/case-by-number.queries.js';
export {
  caseCommentList,
  commentsOf,
  type CaseComment,
  type CaseCommentId,
} from './cases/case-comment.queries.js';
export { caseObject } from './cases/case-record.js';
export { readCaseSla, type CaseSla } from './cases/case-sla.queries.js';
export { CommentCase, type NewCaseComment } from './cases/comment-case.js';
export { MarkMissedTimes } from './cases/mark-missed-times.js';
export { MoveCase, type CaseMove } from './cases/move-case.js';
export { SaveSlaPolicy, type NewSlaPolicy } from './cases/save-sla-policy.js';
export { SLA_STATES, type SlaClock, type SlaState, type SlaTarget } from './cases/sla.js';
export { readSlaPolicyView, type SlaPolicyView } from './cases/sla-policy.queries.js';
export type { RecordAsk } from './change-record.js';
export { contactObject } from './contacts/contact-record.js';
export {
  accountExternalKeyTaken,
  accountHasMoney,
  accountMergeForbidden,
  accountParentCycle,
  articleStatusConflict,
  caseStatusConflict,
  dealStageCloses,
  dealStageMismatch,
  dealStatusConflict,
  exchangeRateMissing,
  leadConvertedOtherwise,
  leadDuplicatesFound,
  leadStatusConflict,
  ledgerAccountAmountsNeeded,
  ledgerAccountHasMoney,
  ledgerAccountOfCustomer,
  pipelineDefaultInactive,
  pipelineInUse,
  pipelineInactive,
  pipelineStageInUse,
  workStatusConflict,
} from './crm.errors.js';
export { CRM_OBJECTS, CrmModule } from './crm.module.js';
export { CrmQueries } from './crm.queries.js';
export { CloseDeal, type DealEnd } from './deals/close-deal.js';
export { dealObject } from './deals/deal-record.js';
export { EnsureDefaultPipeline } from './deals/ensure-default-pipeline.js';
export {
  FORECAST_GROUPS,
  FORECAST_PERIODS,
  type ForecastGroup,
  type ForecastPeriod,
  type ForecastRow,
} from './deals/forecast.js';
export { MoveDealStage, type DealMove } from './deals/move-deal-stage.js';
export { opportunitiesOf } from './deals/opportunities.js';
export { pipelineObject } from './deals/pipeline-record.js';
export { ReadForecast, type Forecast, type ForecastRequest } from './deals/read-forecast.js';
export type { Step as ConversionStep } from './exchange-rates/convert-amount.js';
export {
  ConvertCurrency,
  type Conversion,
  type ConversionAsk,
} from './exchange-rates/convert-currency.js';
export { exchangeRateObject } from './exchange-rates/exchange-rate-record.js';
export { knowledgeObject } from './knowledge/knowledge-record.js';
export { MoveArticle, type ArticleMove } from './knowledge/move-article.js';
export { leadsOf } from './leads/leads-of.queries.js';
export { ConvertLead, type ConvertedLead, type LeadConversion } from './leads/convert-lead.js';
export { findLeadDuplicates } from './leads/find-lead-duplicates.js';
export type { LeadMatch } from './leads/lead-matches.queries.js';
export { leadFacts } from './leads/lead-hooks.js';
export { leadObject } from './leads/lead-record.js';
export { scoreLead, type LeadScore, type ScoreReason } from './leads/score.js';
export {
  CloneLedgerAccount,
  type LedgerAccountCopy,
} from './ledger-accounts/clone-ledger-account.js';
export { BulkUpdateLedgerAccounts } from './ledger-accounts/bulk-update-ledger-accounts.js';
export {
  ImportLedgerAccounts,
  type LedgerAccountImport,
} from './ledger-accounts/import-ledger-accounts.js';
export {
  LEDGER_ACCOUNT_MATCHES,
  type LedgerAccountMatch,
} from './ledger-accounts/match-ledger-accounts.js';
export { DeleteLedgerAccount } from './ledger-accounts/delete-ledger-account.js';
export { ledgerAccountObject } from './ledger-accounts/ledger-account-record.js';
export {
  CreateLedgerAccount,
  type NewLedgerAccount,
} from './ledger-accounts/create-ledger-account.js';
export {
  LEDGER_ACCOUNT_KINDS,
  type BankDetails,
  type LedgerAccount,
  type LedgerAccountKind,
  type PriceBookId,
  type TaxRegistrations,
} from './ledger-accounts/ledger-account.js';
export {
  ledgerAccountList,
  LEDGER_ACCOUNT_SELECTIONS,
  ledgerAccountsOf,
  readLedgerAccount,
} from './ledger-accounts/ledger-account.queries.js';
export { lockLedgerAccount } from './ledger-accounts/ledger-account.repository.js';
export type { LedgerAccountPatch } from './ledger-accounts/ledger-account-patch.js';
export {
  UpdateLedgerAccount,
  type LedgerAccountUpdate,
} from './ledger-accounts/update-ledger-account.js';

export { CompleteWork, type Completion } from './work/complete-work.js';
export { activityObject, taskObject } from './work/work-records.js';
export { crmMigrations, crmEntities } from './crm.schema.js';
