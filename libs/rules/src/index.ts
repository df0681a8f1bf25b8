export { actionFaults, readAction, type ActionInput } from './definitions/read-action.js';
export { MOST_MATCHED_FIELDS } from './definitions/check-duplicate.js';
export { MOST_ACTIONS } from './definitions/check-workflow.js';
export { LENGTHS } from './definitions/read-setup-rule.js';
export { BuildDuplicateKeys } from './duplicates/build-keys.js';
export { findDuplicates, type PossibleDuplicate } from './duplicates/find-matches.js';
export { CreateRule, type NewRule } from './rules/create-rule.js';
export { DeleteRule } from './rules/delete-rule.js';
export { FindRule, type JudgedRule } from './rules/find-rule.js';
export {
  ACTION_KINDS,
  DUPLICATES_AMONG,
  DUPLICATE_ACTIONS,
  MATCHES,
  RECORD_NOTICE,
  RULE_STATES,
  TRIGGERS,
  ruleView,
  type ActionKind,
  type DuplicateAction,
  type DuplicatesAmong,
  type Match,
  type MatchedField,
  type RuleId,
  type RuleKind,
  type RuleState,
  type RuleView,
  type Trigger,
  type WorkflowAction,
} from './rules/rule.js';
export { findRule, ruleList } from './rules/rule.repository.js';
export { UpdateRule, type RulePatch } from './rules/update-rule.js';
export { duplicateRecord, ruleLimitReached, ruleNameTaken } from './rules.errors.js';
export { RulesModule } from './rules.module.js';
export { PurgeWorkflowRuns } from './workflows/purge-workflow-runs.js';
export { MOST_DEPTH, RunWorkflows } from './workflows/run-workflows.js';
export {
  RUN_OUTCOMES,
  type RunOutcome,
  type WorkflowRunId,
} from './workflows/workflow-run.entity.js';
export {
  WorkflowSubjects,
  type Happening,
  type WorkflowSubject,
} from './workflows/workflow-subjects.js';
export { workflowRunList, type WorkflowRunView } from './workflows/workflow-run.queries.js';
export { rulesMigrations, rulesEntities } from './rules.schema.js';
