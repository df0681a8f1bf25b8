import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { ConfigurationStores, SetupParts } from '@quittance/configuration';
import { CompanyModels, RecordChecks } from '@quittance/metadata';
import { ObjectsModule } from '@quittance/objects';
import { MetadataUsage } from '@quittance/customization';
import { approvalLock } from './approvals/approval-lock.js';
import { DecideApproval } from './approvals/decide-approval.js';
import { ShownApprovals } from './approvals/shown-approvals.js';
import { BuildDuplicateKeys } from './duplicates/build-keys.js';
import { duplicateCheck } from './duplicates/duplicate-check.js';
import { CreateRule } from './rules/create-rule.js';
import { DeleteRule } from './rules/delete-rule.js';
import { FindRule } from './rules/find-rule.js';
import { ruleStore } from './rules/rule-store.js';
import { ruleSetupPart } from './rules/rule-setup-part.js';
import { NotificationsModule } from '@quittance/notifications';
import { SentByRulesModule } from './rules/sent-by-rules.module.js';
import { ruleUsage } from './rules/rule-usage.js';
import { RULE_KINDS } from './rules/rule.js';
import { WatchApprovals } from './approvals/watch-approvals.js';
import { UpdateRule } from './rules/update-rule.js';
import { validationCheck } from './validations/validation-check.js';
import { NoteDueApprovals } from './workflows/due-approvals.js';
import { beforeSave } from './workflows/before-save.js';
import { PurgeWorkflowRuns } from './workflows/purge-workflow-runs.js';
import { RunTimedRules } from './timed/run-timed.js';
import { RunWorkflows } from './workflows/run-workflows.js';
import { TryWorkflow } from './workflows/try-workflow.js';
import { WorkflowSubjects } from './workflows/workflow-subjects.js';

const OPERATIONS = [
  BuildDuplicateKeys,
  CreateRule,
  DecideApproval,
  DeleteRule,
  FindRule,
  NoteDueApprovals,
  PurgeWorkflowRuns,
  RunTimedRules,
  RunWorkflows,
  ShownApprovals,
  TryWorkflow,
  UpdateRule,
  WatchApprovals,
  WorkflowSubjects,
];

/** Rules of objects: what must be true, what is the same, and what follows. */
@Module({
  imports: [CompanyModule, NotificationsModule, ObjectsModule, SentByRulesModule],
  providers: OPERATIONS,
  exports: OPERATIONS,
})
export class RulesModule {
  constructor(
    checks: RecordChecks,
    stores: ConfigurationStores,
    setup: SetupParts,
    models: CompanyModels,
    usage: MetadataUsage,
  ) {
    usage.register(ruleUsage(models));
    checks.register(beforeSave);
    checks.register(approvalLock);
    checks.register(validationCheck);
    checks.register(duplicateCheck);
    for (const kind of RULE_KINDS) {
      stores.register(ruleStore(kind, models));
      setup.register(ruleSetupPart(kind, models));
    }
  }
}
