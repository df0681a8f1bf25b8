export {
  type AccountHierarchy,
  type HierarchyNode,
  readAccountHierarchy,
} from './accounts/account-hierarchy.queries.js';
export { addAccount } from './accounts/add-account.js';
export { MergeAccount } from './accounts/merge-account.js';
export {
  type CampaignCounts,
  type CampaignMember,
  type CampaignMemberId,
  campaignMemberList,
  campaignMembersFor,
  campaignMembersToDownload,
  MEMBER_STATUSES,
  membersOf,
  type MemberStatus,
} from './campaigns/campaign-member.queries.js';
export { CampaignMembers } from './campaigns/campaign-members.js';
export type { OpenHours } from './cases/business-hours.js';
export { readCaseByNumber } from './cases/case-by-number.queries.js';
export {
  type CaseComment,
  type CaseCommentId,
  caseCommentList,
  commentsOf,
} from './cases/case-comment.queries.js';
export { assetObject } from './assets/asset-record.js';
export { type CaseChoice, caseChoices, requireChosen } from './cases/case-choices.js';
export { caseObject } from './cases/case-record.js';
export { contactObject } from './contacts/contact-record.js';
export { MOST_COMMENTS, type PublicComment, publicCommentsOf } from './cases/public-comments.js';
export { type CaseSla, readCaseSla } from './cases/case-sla.queries.js';
export {
  CASE_STATUSES,
  type CaseStatus,
  COMMENT_VISIBILITIES,
  type CommentVisibility,
  MOST_RATING,
} from './cases/case.js';
export { CommentCase } from './cases/comment-case.js';
export { MarkMissedTimes } from './cases/mark-missed-times.js';
export { type CaseMove, MoveCase } from './cases/move-case.js';
export { OpenCase } from './cases/open-case.js';
export { RateCase } from './cases/rate-case.js';
export { type NewSlaPolicy, SaveSlaPolicy } from './cases/save-sla-policy.js';
export { readSlaPolicyView, type SlaPolicyView } from './cases/sla-policy.queries.js';
export { SLA_STATES, type SlaClock, type SlaState, type SlaTarget } from './cases/sla.js';
export {
  accountExternalKeyTaken,
  accountHasMoney,
  accountMergeForbidden,
  accountParentCycle,
  articleStatusConflict,
  caseReopenExpired,
  caseStatusConflict,
  dealStageCloses,
  dealStageMismatch,
  dealStatusConflict,
  exchangeRateMissing,
  leadConvertedOtherwise,
  leadDuplicatesFound,
  leadStatusConflict,
  bankDetailsNeedApproval,
  ledgerAccountAmountsNeeded,
  ledgerAccountHasMoney,
  ledgerAccountOfCustomer,
  pipelineDefaultInactive,
  pipelineInactive,
  pipelineInUse,
  pipelineStageInUse,
  workStatusConflict,
} from './crm.errors.js';
export { CRM_OBJECTS, CrmModule } from './crm.module.js';
export { CrmQueries } from './crm.queries.js';
export { crmEntities, crmMigrations } from './crm.schema.js';
export { CloseDeal } from './deals/close-deal.js';
export { dealObject } from './deals/deal-record.js';
export { EnsureDefaultPipeline } from './deals/ensure-default-pipeline.js';
export {
  FORECAST_GROUPS,
  FORECAST_PERIODS,
  type ForecastGroup,
  type ForecastPeriod,
  type ForecastRow,
} from './deals/forecast.js';
export { MoveDealStage } from './deals/move-deal-stage.js';
export { opportunitiesOf } from './deals/opportunities.js';
export { type Forecast, ReadForecast } from './deals/read-forecast.js';
export type { ConversionStep } from './exchange-rates/convert-amount.js';
export {
  type Conversion,
  type ConversionAsk,
  ConvertCurrency,
} from './exchange-rates/convert-currency.js';
export {
  type FrequentQuestion,
  frequentQuestions,
  MOST_QUESTIONS,
  MOST_SUGGESTED,
  type SuggestedArticle,
  suggestArticles,
} from './knowledge/customer-articles.js';
export { JudgeArticle } from './knowledge/judge-article.js';
export { knowledgeObject } from './knowledge/knowledge-record.js';
export { MoveArticle } from './knowledge/move-article.js';
export { type ConvertedLead, ConvertLead, type LeadConversion } from './leads/convert-lead.js';
export { findLeadDuplicates } from './leads/find-lead-duplicates.js';
export type { LeadMatch } from './leads/lead-matches.queries.js';
export { leadsOf } from './leads/leads-of.queries.js';
export { type LeadScore, type ScoreReason } from './leads/score.js';
export { shownScore } from './leads/shown-score.js';
export { BulkUpdateLedgerAccounts } from './ledger-accounts/bulk-update-ledger-accounts.js';
export { CloneLedgerAccount } from './ledger-accounts/clone-ledger-account.js';
export { CreateLedgerAccount } from './ledger-accounts/create-ledger-account.js';
export { DeleteLedgerAccount } from './ledger-accounts/delete-ledger-account.js';
export { ImportLedgerAccounts } from './ledger-accounts/import-ledger-accounts.js';
export type { LedgerAccountPatch } from './ledger-accounts/ledger-account-patch.js';
export { ledgerAccountObject } from './ledger-accounts/ledger-account-record.js';
export {
  LEDGER_ACCOUNT_SELECTIONS,
  ledgerAccountList,
  ledgerAccountsOfKind,
} from './ledger-accounts/ledger-account.queries.js';
export {
  LEDGER_ACCOUNT_KINDS,
  type LedgerAccount,
  type LedgerAccountKind,
  type TaxRegistrations,
} from './ledger-accounts/ledger-account.js';
export {
  LEDGER_ACCOUNT_MATCHES,
  type LedgerAccountMatch,
} from './ledger-accounts/match-ledger-accounts.js';
export { UpdateLedgerAccount } from './ledger-accounts/update-ledger-account.js';
export { CompleteWork } from './work/complete-work.js';
