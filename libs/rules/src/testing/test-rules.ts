import { CampaignMembers, CRM_OBJECTS } from '@quittance/crm/host';
import type { Tx } from '@quittance/database';
import { DomainError, type Ctx } from '@quittance/kernel';
import { attemptCreates, createRecords, updateRecords, type RecordInput } from '@quittance/objects';
import {
  CompanyModels,
  MetadataSource,
  ObjectCatalogue,
  RecordChecks,
  type CompanyObject,
  type RecordId,
  type RecordView,
  type RecordWarning,
} from '@quittance/metadata';
import { NoMetadata } from '@quittance/metadata/host';
import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import type { TestDatabase } from '../../../../test/support/test-database.js';
import { approvalLock } from '../approvals/approval-lock.js';
import { BuildDuplicateKeys } from '../duplicates/build-keys.js';
import { duplicateCheck } from '../duplicates/duplicate-check.js';
import { CreateRule } from '../rules/create-rule.js';
import { DeleteRule } from '../rules/delete-rule.js';
import type { RuleDefinitions, RuleKind } from '../rules/rule.js';
import { UpdateRule } from '../rules/update-rule.js';
import { validationCheck } from '../validations/validation-check.js';
import { beforeSave } from '../workflows/before-save.js';
import { RunWorkflows } from '../workflows/run-workflows.js';
import { WorkflowSubjects } from '../workflows/workflow-subjects.js';
import type { WorkflowRunView } from '../workflows/workflow-run.description.js';

/** The rules of the CRM's objects in one company. */
export class TestRules {
  readonly models: CompanyModels;
  readonly create: CreateRule;
  readonly update: UpdateRule;
  readonly remove: DeleteRule;
  readonly builder: BuildDuplicateKeys;
  readonly dispatcher: OutboxDispatcher;

  private constructor(
    readonly t: TestDatabase,
    readonly ctx: Ctx,
    metadata: MetadataSource,
  ) {
    const catalogue = new ObjectCatalogue();
    catalogue.register(...CRM_OBJECTS);
    const checks = new RecordChecks();
    checks.register(beforeSave);
    checks.register(approvalLock);
    checks.register(validationCheck);
    checks.register(duplicateCheck);
    this.models = new CompanyModels(catalogue, metadata, checks);
    this.create = new CreateRule(t.db, this.models);
    this.update = new UpdateRule(t.db, this.models);
    this.remove = new DeleteRule(t.db, this.models);
    this.builder = new BuildDuplicateKeys(t.db, this.models);
    const consumers = new EventConsumers();
    const subjects = new WorkflowSubjects();
    const members = new CampaignMembers(t.db, this.models);
    subjects.registerCampaigns({ add: (tx, membership) => members.addOne(tx, membership) });
    consumers.register(new RunWorkflows(this.models, subjects));
    this.dispatcher = new OutboxDispatcher(t.db, consumers);
  }

  static async open(
    t: TestDatabase,
    metadata: MetadataSource = new NoMetadata(),
  ): Promise<TestRules> {
    return new TestRules(t, await t.newCompany(), metadata);
  }

  rule<K extends RuleKind>(kind: K, name: string, definition: RuleDefinitions[K], object = 'lead') {
    return this.create.execute(this.ctx, kind, { object, name, definition });
  }

  write<T>(
    work: (tx: Tx, object: CompanyObject) => Promise<T>,
    { object = 'lead', by = this.ctx }: { object?: string; by?: Ctx } = {},
  ): Promise<T> {
    return this.t.db.write(by, async (tx) => work(tx, await this.models.object(tx, object)));
  }

  make(
    input: RecordInput,
    warnings: RecordWarning[] = [],
    { object = 'lead', by = this.ctx }: { object?: string; by?: Ctx } = {},
  ): Promise<RecordView> {
    const onWarning = (_: number, warning: RecordWarning) => warnings.push(warning);
    return this.write(
      async (tx, of) => (await createRecords(tx, of, [input], { onWarning }))[0] as RecordView,
      { object, by },
    );
  }

  /** The outcomes of a batch: the name of the record, or the code of the refusal. */
  async batch(inputs: readonly RecordInput[]): Promise<readonly unknown[]> {
    const outcomes = await this.write((tx, object) => attemptCreates(tx, object, inputs));
    return outcomes.map(({ record, error }) => error?.code ?? record?.name);
  }

  change(id: RecordId, patch: RecordInput): Promise<RecordView> {
    return this.write(
      async (tx, object) => (await updateRecords(tx, object, [{ id, patch }]))[0] as RecordView,
    );
  }

  /** Hands over every event, those included that others lead to. */
  async dispatch(): Promise<void> {
    while ((await this.dispatcher.dispatchOnce(this.ctx.now)) > 0);
  }

  /** The log of workflow rules, the oldest first. */
  runs(): Promise<WorkflowRunView[]> {
    return this.t.db.read(this.ctx, (tx) =>
      tx.rows<WorkflowRunView>(
        `select rule_name as "ruleName", outcome, depth, error, message, record_id as "recordId",
           event_type as "eventType" from rules.workflow_run order by ran_at, id`,
      ),
    );
  }

  rows<T>(statement: string): Promise<T[]> {
    return this.t.db.read(this.ctx, (tx) => tx.rows<T>(statement));
  }
}

/** The code of a refusal, then each pointer with its code. */
export async function faults(work: Promise<unknown>): Promise<readonly string[]> {
  const [result] = await Promise.allSettled([work]);
  if (result?.status !== 'rejected') return ['fine'];
  if (!(result.reason instanceof DomainError)) throw result.reason;
  const { code, options } = result.reason;
  return [code, ...(options.errors ?? []).map((each) => `${each.pointer} ${each.code}`)];
}
