import { Injectable } from '@nestjs/common';
import type { EventEnvelope, EventType, Happening } from '@quittance/contracts';
import { atSavepoint, type Tx } from '@quittance/database';
import type { FormulaChange } from '@quittance/formula';
import { DomainError, isUuid, newId } from '@quittance/kernel';
import { yieldIfDue } from '@quittance/work';
import { CompanyModels, type CompanyObject } from '@quittance/metadata';
import { readWork } from '@quittance/fields';
import { laterChanges, type EventConsumer, type LaterChange } from '@quittance/outbox';
import { dueApprovals } from '../approvals/due-approval.repository.js';
import { rejectUnasked } from '../approvals/reject-unasked.js';
import { allRulesOf, rulesOf, type CompiledWorkflow } from '../rules/rule-set.js';
import { relationOf } from '../rules/relation.js';
import { asksApproval, ruleBlanks, type Trigger } from '../rules/rule.js';
import { readOccasion, type Call, type RuleOccasion } from './current-record.js';
import { runActions } from './run-actions.js';
import { detailsOf, type Written } from './run-details.js';
import { workflowRunNoun, type WorkflowRunView } from './workflow-run.description.js';
import { WorkflowSubjects } from './workflow-subjects.js';

/** Events that so many others led to set off no rule any longer. */
export const MOST_DEPTH = 5;
/**
 * Records that rules made make others so often in a row, and changes of a parent those of its
 * children: a rule of ten actions would else come to a hundred thousand records of one.
 */
const MOST_MADE_DEPTH = 2;
const LONGEST_MESSAGE = 500;

const TRIGGERS: Readonly<Record<Happening, readonly Trigger[]>> = {
  created: ['create', 'save'],
  updated: ['update', 'save', 'change'],
};

/** How a rule fared with one record. */
export type RuleOutcome = Pick<WorkflowRunView, 'outcome' | 'error' | 'message'> & {
  readonly wrote?: readonly Written[];
};

/**
 * Runs the workflow rules of an object when one of its records is made or changed: in the order of
 * the events of a record and of the rules, once for each event and rule, on the record as it is by
 * then, locked. What a rule does commits together with the line of the log that says so; a rule
 * that fails leaves nothing but that line.
 */
@Injectable()
export class RunWorkflows implements EventConsumer {
  readonly name = 'rules.workflows';

  constructor(
    private readonly models: CompanyModels,
    private readonly subjects: WorkflowSubjects,
  ) {}

  get types(): readonly EventType[] {
    return this.subjects.all();
  }

  async wanted(tx: Tx): Promise<readonly EventType[]> {
    const rules = await allRulesOf(tx, await this.models.of(tx));
    const heard = [...rules].flatMap(([object, { workflows }]) =>
      workflows.length > 0 ? (Object.keys(this.subjects.eventsOf(object)) as EventType[]) : [],
    );
    return [...new Set(heard)];
  }

  async handle(tx: Tx, event: EventEnvelope): Promise<void> {
    const object = (await this.models.of(tx)).objects.get(event.object);
    if (!object || !isUuid(event.recordId)) return;
    const { workflows, asksApproval: asks } = await rulesOf(tx, object);
    if (asks) await dueApprovals.end(tx, event.id);
    const happening = this.subjects.eventsOf(event.object)[event.type];
    if (happening === undefined) return;
    const called = workflows.filter((workflow) => isCalled(workflow, happening, event));
    if (called.length === 0) return;
    const subject = this.subjects.find(event.object);
    let changes: Promise<readonly LaterChange[]> | undefined;
    const later = () => (changes ??= laterChanges(tx, event));
    const runs = await runInOrder(tx, called, {
      object,
      event,
      isNew: happening === 'created',
      subjects: this.subjects,
      later,
      ...(subject && { subject }),
    });
    if (runs.length === 0) return;
    await workflowRunNoun.rows.insert(tx, runs);
  }
}

/** Whether a rule is about such a change. */
export function isCalled(
  { rule }: CompiledWorkflow,
  happening: Happening,
  { changed, cause }: Pick<EventEnvelope, 'changed' | 'cause'>,
): boolean {
  const { trigger, field } = rule.definition;
  if (cause?.rule !== undefined && isNoNews(rule, cause.rule)) return false;
  if (!TRIGGERS[happening].includes(trigger)) return false;
  return trigger !== 'change' || (field !== null && (changed ?? []).includes(field));
}

/**
 * That an approval stands otherwise is no news to the rule that has asked, and no change that
 * others ask approval of, unless they say that they mean this very field.
 */
function isNoNews({ id, definition }: CompiledWorkflow['rule'], asker: string): boolean {
  return id === asker || (definition.trigger !== 'change' && asksApproval(definition));
}

/**
 * Each rule is asked about the record as the one before it left it, locked from the first to the
 * last. About one that is gone none is asked.
 */
async function runInOrder(
  tx: Tx,
  called: readonly CompiledWorkflow[],
  call: Call,
): Promise<readonly WorkflowRunView[]> {
  const runs: WorkflowRunView[] = [];
  let occasion: RuleOccasion | null = null;
  let change: FormulaChange | undefined;
  for (const workflow of called) {
    occasion ??= await readOccasion(tx, call, called, change);
    if (!occasion) break;
    change = occasion.input.change;
    const verdict = await verdictOf(workflow, occasion);
    if (verdict === 'passed_over') continue;
    const outcome = verdict === 'due' ? await outcomeOf(tx, workflow, occasion) : UNJUDGED;
    runs.push(runLineOf(tx, workflow, occasion, outcome));
    await rejectUnasked(tx, workflow, occasion, outcome);
    if (outcome.outcome === 'done' && mayChange(workflow)) occasion = null;
  }
  return runs;
}

/** What is done to other records may be counted by a roll-up of this one. */
function mayChange({ rule }: CompiledWorkflow): boolean {
  return rule.definition.actions.some(
    ({ kind }) => kind !== 'send_email' && kind !== 'send_webhook',
  );
}

type Verdict = 'due' | 'passed_over' | 'unjudged';

export async function verdictOf(
  workflow: CompiledWorkflow,
  occasion: RuleOccasion,
): Promise<Verdict> {
  if (await isOvertaken(workflow, occasion)) return 'passed_over';
  const { condition } = workflow;
  if (condition === null) return 'due';
  const nextTurn = yieldIfDue();
  if (nextTurn) await nextTurn;
  const { value, unaffordable } = condition.outcome({
    ...occasion.input,
    ...ruleBlanks(workflow.rule.definition),
  });
  if (unaffordable) return 'unjudged';
  return value === true ? 'due' : 'passed_over';
}

/**
 * What the rule is to be told of has changed again, and that change calls it, too: of a value that
 * is there once it hears once. What a person did is not left to a change at which rules are
 * stopped.
 */
async function isOvertaken({ rule }: CompiledWorkflow, { event, later }: RuleOccasion) {
  const { trigger, field } = rule.definition;
  if (trigger !== 'change') return false;
  const deepest = event.depth === 0 ? MOST_DEPTH - 1 : MOST_DEPTH;
  return (await later()).some(({ name, depth }) => name === field && depth <= deepest);
}

export const UNJUDGED: RuleOutcome = {
  outcome: 'failed',
  error: readWork.fault,
  message: 'The condition costs too much to be asked of this record; the rule was not run.',
};

/** A refusal is the rule's own affair; what has nothing to do with it is tried again. */
export async function outcomeOf(
  tx: Tx,
  workflow: CompiledWorkflow,
  occasion: RuleOccasion,
): Promise<RuleOutcome> {
  const deepest = multiplies(workflow, occasion.object) ? MOST_MADE_DEPTH : MOST_DEPTH;
  if (occasion.event.depth >= deepest) {
    const message = `Rules set one another off ${deepest} times in a row; this one was not run.`;
    return { outcome: 'too_deep', error: 'too_deep', message };
  }
  try {
    const done = await atSavepoint(tx, (part) => runActions(part, workflow, occasion));
    const { kept, wrote } = done;
    const message = kept.length === 0 ? null : keptMessage(kept);
    return { outcome: 'done', error: null, message, wrote };
  } catch (error) {
    if (!(error instanceof DomainError) || error.status >= 500) throw error;
    return { outcome: 'failed', error: error.code, message: messageOf(error) };
  }
}

/** Whether it makes or changes many records that rules hear of: each may set it off again. */
function multiplies({ rule }: CompiledWorkflow, object: CompanyObject): boolean {
  return rule.definition.actions.some((action) => {
    if (action.kind !== 'set_related') return action.kind === 'create_record';
    return relationOf(object, action.relation)?.isOfChildren === true;
  });
}

function keptMessage(fields: readonly string[]): string {
  return `Kept as somebody has written it since: ${fields.join(', ')}.`.slice(0, LONGEST_MESSAGE);
}

function messageOf({ message, options }: DomainError): string {
  const errors = (options.errors ?? []).map(
    ({ pointer, message: reason }) => ` ${pointer ?? ''}: ${reason}`,
  );
  return `${message}${errors.join(';')}`.slice(0, LONGEST_MESSAGE);
}

export function runLineOf(
  tx: Tx,
  workflow: CompiledWorkflow,
  { object, record, event, input }: RuleOccasion,
  { wrote = [], ...outcome }: RuleOutcome,
): WorkflowRunView {
  const { rule } = workflow;
  return {
    id: newId<'workflow-run'>(),
    ruleId: rule.id,
    ruleName: rule.name,
    object: object.name,
    recordId: record.id,
    eventId: event.id,
    eventType: event.type,
    depth: event.depth,
    ...outcome,
    actions: rule.definition.actions.length,
    details: detailsOf(object, workflow, input, wrote),
    ranAt: tx.ctx.now,
  };
}
