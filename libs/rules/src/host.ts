export { LONGEST_STEP, MOST_OTHERS } from './definitions/check-approval.js';
export { MOST_MATCHED_FIELDS } from './definitions/check-duplicate.js';
export { MOST_ACTIONS, MOST_RECORD_VALUES } from './definitions/check-workflow.js';
export {
  ACTION_MEMBERS,
  actionFaults,
  type ActionInput,
  readAction,
  type ApprovalStepInput,
} from './definitions/read-action.js';
export { LENGTHS } from './definitions/read-setup-rule.js';
export { MOST_APPROVAL_STEPS } from './approvals/approval.js';
export {
  recordApprovalNoun,
  type RecordApproval,
  type RecordApprovalId,
} from './approvals/approval.description.js';
export { recordApprovalList } from './approvals/approval.repository.js';
export { approvalsSeenBy } from './approvals/seen-approvals.js';
export { WatchApprovals } from './approvals/watch-approvals.js';
export { DecideApproval } from './approvals/decide-approval.js';
export { ShownApprovals } from './approvals/shown-approvals.js';
export { BuildDuplicateKeys } from './duplicates/build-keys.js';
export type { PossibleDuplicate } from './duplicates/find-matches.js';
export {
  approvalWithoutApprover,
  approvedRecordGone,
  recordAwaitsApproval,
  recordApprovalNotTheirs,
  recordApprovalNotWaiting,
  ruleHasApprovals,
} from './rules.errors.js';
export { duplicateRecord, ruleLimitReached, ruleNameTaken, ruleRests } from './rules.errors.js';
export { recordApprovalInvariants } from './verify/approval-invariants.js';
export { RulesModule } from './rules.module.js';
export { rulesEntities, rulesMigrations } from './rules.schema.js';
export { CreateRule, type NewRule } from './rules/create-rule.js';
export { DeleteRule } from './rules/delete-rule.js';
export { FindRule } from './rules/find-rule.js';
export { ruleList } from './rules/rule.repository.js';
export {
  ACTION_KINDS,
  type ActionKind,
  DUPLICATE_ACTIONS,
  type DuplicateAction,
  DUPLICATES_AMONG,
  type DuplicatesAmong,
  type ApprovalStep,
  LISTED_AS,
  type ListedAs,
  DECIDED_BY,
  type DecidedBy,
  type Overdue,
  WHEN_OVERDUE,
  type FieldFormula,
  type Match,
  type MatchedField,
  MATCHES,
  LONGEST_OFFSET,
  OFFSET_UNITS,
  type OffsetUnit,
  RULE_STATES,
  type RuleId,
  type RuleKind,
  type RuleState,
  type RuleView,
  type RuleTiming,
  RULE_TIMINGS,
  type Trigger,
  TRIGGERS,
  type WorkflowAction,
} from './rules/rule.js';
export { UpdateRule } from './rules/update-rule.js';
export { PurgeWorkflowRuns } from './workflows/purge-workflow-runs.js';
export { RunTimedRules } from './timed/run-timed.js';
export { RunWorkflows } from './workflows/run-workflows.js';
export { TryWorkflow, type WorkflowSample, type WorkflowTrial } from './workflows/try-workflow.js';
export type { RunDetails } from './workflows/run-details.js';
export { workflowRunNoun } from './workflows/workflow-run.description.js';
export { workflowRunList } from './workflows/workflow-run.queries.js';
export { WorkflowSubjects } from './workflows/workflow-subjects.js';
