import { Injectable } from '@nestjs/common';
import type { EventEnvelope, EventType } from '@quittance/contracts';
import { atSavepoint, type Tx } from '@quittance/database';
import { DomainError, isUuid, newId } from '@quittance/kernel';
import { CompanyModels, type CompanyObject, type RecordId } from '@quittance/objects';
import type { EventConsumer } from '@quittance/outbox';
import { formulaInputs } from '../formulas/record-formulas.js';
import { allRulesOf, rulesOf, type CompiledWorkflow } from '../rules/rule-set.js';
import type { Trigger } from '../rules/rule.js';
import { runActions, type Occasion } from './run-actions.js';
import { workflowRuns, type WorkflowRunView } from './workflow-run.queries.js';

/** Events that so many others led to set off no rule any longer. */
export const MOST_DEPTH = 5;
const LONGEST_MESSAGE = 500;

const HEARD: readonly EventType[] = ['record.created', 'record.updated'];
const TRIGGERS: Readonly<Record<string, readonly Trigger[]>> = {
  'record.created': ['create', 'save'],
  'record.updated': ['update', 'save', 'change'],
};

type Outcome = Pick<WorkflowRunView, 'outcome' | 'error' | 'message'>;

/**
 * Runs the workflow rules of an object when one of its records is made or changed: in the order of
 * the events of a record and of the rules, once for each event and rule. What a rule does commits
 * together with the line of the log that says so; a rule that fails leaves nothing but that line.
 */
@Injectable()
export class RunWorkflows implements EventConsumer {
  readonly name = 'rules.workflows';
  readonly types = HEARD;

  constructor(private readonly models: CompanyModels) {}

  async wanted(tx: Tx): Promise<readonly EventType[]> {
    const rules = await allRulesOf(tx, await this.models.of(tx));
    return [...rules.values()].some(({ workflows }) => workflows.length > 0) ? HEARD : [];
  }

  async handle(tx: Tx, event: EventEnvelope): Promise<void> {
    const object = (await this.models.of(tx)).objects.get(event.object);
    if (!object || !isUuid(event.recordId)) return;
    const { workflows } = await rulesOf(tx, object);
    const called = workflows.filter((workflow) => isCalled(workflow, event));
    if (called.length === 0) return;
    const occasion = await occasionOf(tx, object, event, called);
    const runs: WorkflowRunView[] = [];
    for (const workflow of called) {
      const { condition } = workflow;
      if (condition && condition.evaluate(occasion.input) !== true) continue;
      runs.push(lineOf(tx, workflow, occasion, await outcomeOf(tx, workflow, occasion)));
    }
    await workflowRuns.insert(tx, runs);
  }
}

function isCalled({ rule }: CompiledWorkflow, { type, changed }: EventEnvelope): boolean {
  const { trigger, field } = rule.definition;
  if (!TRIGGERS[type]?.includes(trigger)) return false;
  return trigger !== 'change' || (field !== null && (changed ?? []).includes(field));
}

async function occasionOf(
  tx: Tx,
  object: CompanyObject,
  event: EventEnvelope,
  workflows: readonly CompiledWorkflow[],
): Promise<Occasion> {
  const record = { ...event.data, id: event.recordId as RecordId } as Occasion['record'];
  const formulas = workflows.flatMap(({ condition, values }) => [
    ...(condition ? [condition] : []),
    ...values.values(),
  ]);
  const [input] = await formulaInputs(tx, object, formulas, [record]);
  return { object, record, event, input: input as Occasion['input'] };
}

/** A refusal is the rule's own affair; what has nothing to do with it is tried again. */
async function outcomeOf(tx: Tx, workflow: CompiledWorkflow, occasion: Occasion): Promise<Outcome> {
  if (occasion.event.depth >= MOST_DEPTH) {
    const message = `Rules set one another off ${MOST_DEPTH} times in a row; this one was not run.`;
    return { outcome: 'too_deep', error: 'too_deep', message };
  }
  try {
    await atSavepoint(tx, (part) => runActions(part, workflow, occasion));
    return { outcome: 'done', error: null, message: null };
  } catch (error) {
    if (!(error instanceof DomainError) || error.status >= 500) throw error;
    return { outcome: 'failed', error: error.code, message: messageOf(error) };
  }
}

function messageOf({ message, options }: DomainError): string {
  const errors = (options.errors ?? []).map(
    ({ pointer, message: reason }) => ` ${pointer ?? ''}: ${reason}`,
  );
  return `${message}${errors.join(';')}`.slice(0, LONGEST_MESSAGE);
}

function lineOf(
  tx: Tx,
  { rule }: CompiledWorkflow,
  { object, record, event }: Occasion,
  outcome: Outcome,
): WorkflowRunView {
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
    ranAt: tx.ctx.now,
  };
}
