import { Injectable } from '@nestjs/common';
import type { EventEnvelope, EventType } from '@quittance/contracts';
import { atSavepoint, type Tx } from '@quittance/database';
import { DomainError, failpoint, isUuid, newId, restIfDue } from '@quittance/kernel';
import { CompanyModels, TOO_MUCH_WORK, type CompanyObject } from '@quittance/objects';
import type { EventConsumer } from '@quittance/outbox';
import { formulaInputs } from '../formulas/record-formulas.js';
import { allRulesOf, rulesOf, type CompiledWorkflow } from '../rules/rule-set.js';
import type { Trigger } from '../rules/rule.js';
import { isWhole, saidBy, suffices, wholeRecord, type HeardRecord } from './heard-record.js';
import { runActions, type Occasion } from './run-actions.js';
import { workflowRuns, type WorkflowRunView } from './workflow-run.queries.js';
import { WorkflowSubjects, type Happening } from './workflow-subjects.js';

/** Events that so many others led to set off no rule any longer. */
export const MOST_DEPTH = 5;
const LONGEST_MESSAGE = 500;

const TRIGGERS: Readonly<Record<Happening, readonly Trigger[]>> = {
  created: ['create', 'save'],
  updated: ['update', 'save', 'change'],
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
    const { workflows } = await rulesOf(tx, object);
    const happening = this.subjects.eventsOf(event.object)[event.type];
    if (happening === undefined) return;
    const called = workflows.filter((workflow) => isCalled(workflow, happening, event));
    const said = saidBy(event);
    const possible = isWhole(object, said) ? called : await notRuledOut(tx, object, said, called);
    if (possible.length === 0) return;
    const record = await wholeRecord(tx, object, said);
    const input = await inputOf(tx, object, record, possible);
    const subject = this.subjects.find(event.object);
    const occasion: Occasion = { object, record, event, input, ...(subject && { subject }) };
    const due = await dueOf(possible, input);
    if (due.length === 0) return;
    await failpoint('workflow.before_actions');
    const runs: WorkflowRunView[] = [];
    for (const workflow of due) {
      const outcome = workflow.unjudged ? UNJUDGED : await outcomeOf(tx, workflow, occasion);
      runs.push(lineOf(tx, workflow, occasion, outcome));
    }
    await failpoint('workflow.after_actions');
    await workflowRuns.insert(tx, runs);
  }
}

function isCalled(
  { rule }: CompiledWorkflow,
  happening: Happening,
  { changed }: EventEnvelope,
): boolean {
  const { trigger, field } = rule.definition;
  if (!TRIGGERS[happening].includes(trigger)) return false;
  return trigger !== 'change' || (field !== null && (changed ?? []).includes(field));
}

/** A rule to be run, or to be told of as one whose condition costs too much. */
type DueWorkflow = CompiledWorkflow & { readonly unjudged: boolean };

async function dueOf(
  workflows: readonly CompiledWorkflow[],
  input: Occasion['input'],
): Promise<readonly DueWorkflow[]> {
  const due: DueWorkflow[] = [];
  for (const workflow of workflows) {
    const rest = restIfDue();
    if (rest) await rest;
    const outcome = workflow.condition?.outcome(input);
    const unjudged = outcome?.unaffordable ?? false;
    if (outcome === undefined || outcome.value === true || unjudged) {
      due.push({ ...workflow, unjudged });
    }
  }
  return due;
}

const UNJUDGED: Outcome = {
  outcome: 'failed',
  error: TOO_MUCH_WORK,
  message: 'The condition costs too much to be asked of this record; the rule was not run.',
};

/**
 * Those whose condition does not fail already by what the event says: of a large run of invoices only
 * those that a rule may be about are read.
 */
async function notRuledOut(
  tx: Tx,
  object: CompanyObject,
  said: HeardRecord,
  workflows: readonly CompiledWorkflow[],
): Promise<readonly CompiledWorkflow[]> {
  const decided = workflows.filter(
    ({ condition }) => condition !== null && suffices(object, said, condition),
  );
  if (decided.length === 0) return workflows;
  const input = await inputOf(tx, object, said, decided);
  const due = new Set((await dueOf(decided, input)).map(({ rule }) => rule));
  return workflows.filter((each) => !decided.includes(each) || due.has(each.rule));
}

async function inputOf(
  tx: Tx,
  object: CompanyObject,
  record: HeardRecord,
  workflows: readonly CompiledWorkflow[],
): Promise<Occasion['input']> {
  const formulas = workflows.flatMap(({ condition, values }) => [
    ...(condition ? [condition] : []),
    ...values.values(),
  ]);
  const [input] = await formulaInputs(tx, object, formulas, [record]);
  return input as Occasion['input'];
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
