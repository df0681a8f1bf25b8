import type { Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import type { CompanyObject, RecordId, RecordView } from '@quittance/metadata';
import { computeFields, readStored } from '@quittance/objects';
import type { AnnouncedEvent } from '@quittance/outbox';
import { recordAwaitsApproval } from '../rules.errors.js';
import { asksApproval, ruleBlanks } from '../rules/rule.js';
import type { CompiledWorkflow } from '../rules/rule-set.js';
import { unapprovedAmong, type Unapproved } from '../approvals/ended-approvals.js';
import { eventChange } from '../formulas/record-change.js';
import { formulaInputs } from '../formulas/record-formulas.js';
import { goesForward } from './goes-forward.js';

/**
 * What a rule has asked about a record was recalled or rejected: the record may be changed, given
 * up and deleted, and goes no further as long as the condition holds of it that has asked. It goes
 * by the record before the step: a condition may name the very status that the step ends.
 * @throws DomainError record_awaits_approval
 */
export async function refuseUnapproved(
  tx: Tx,
  object: CompanyObject,
  asking: readonly CompiledWorkflow[],
  events: readonly AnnouncedEvent[],
): Promise<void> {
  const steps = events.filter(goesForward);
  if (steps.length === 0) return;
  const ids = [...new Set(steps.map(({ recordId }) => recordId as RecordId))];
  const found = await unapprovedOf(tx, { object, asking, events }, ids);
  if (found.length > 0) throw recordAwaitsApproval({ object: object.label.toLowerCase() });
}

/** Rules that may ask about records of an object. */
interface Asking {
  readonly object: CompanyObject;
  readonly asking: readonly CompiledWorkflow[];
  /** What the transaction tells of the records: they are judged as they were before. */
  readonly events?: readonly AnnouncedEvent[];
}

/**
 * Those records that go no further, for what a rule has asked about them or a revision of theirs
 * was recalled or rejected, and its condition holds of them.
 */
export async function unapprovedOf(
  tx: Tx,
  { object, asking, events = [] }: Asking,
  ids: readonly RecordId[],
): Promise<readonly RecordId[]> {
  const ended = await unapprovedAmong(tx, object, ids);
  if (ended.length === 0) return [];
  const views = await viewsBefore(tx, object, ids, events);
  const found = new Set<RecordId>();
  for (const each of ended) {
    // One that asks no longer holds nothing of what it has once asked.
    const workflow = asking.find(({ rule: { id, definition } }) => {
      return id === each.ruleId && asksApproval(definition);
    });
    const view = views.get(each.recordId);
    if (!workflow || !view || found.has(each.recordId)) continue;
    if (await holds(tx, object, workflow, each, view)) found.add(each.recordId);
  }
  return [...found];
}

/** The records as they were before all that the transaction tells of them. */
async function viewsBefore(
  tx: Tx,
  object: CompanyObject,
  ids: readonly RecordId[],
  events: readonly AnnouncedEvent[],
): Promise<ReadonlyMap<string, RecordView>> {
  const stored = await readStored(tx, object, ids, 'none', true);
  const views = [...stored.values()].map(({ view }) => {
    const told = events.filter(({ recordId }) => recordId === view.id);
    const befores = told.map(({ before }) => before ?? {}).reverse();
    return Object.assign({}, view, ...befores) as RecordView;
  });
  const computed = await computeFields(tx, object, views, 'company');
  return new Map(computed.map((view) => [view.id as string, view]));
}

/** One whose condition costs too much to be judged is not let through. */
async function holds(
  tx: Tx,
  object: CompanyObject,
  { rule, condition }: CompiledWorkflow,
  { calledBy }: Unapproved,
  view: RecordView,
): Promise<boolean> {
  if (condition === null) return true;
  const unknown = { isNew: false, changed: [], before: {}, by: tx.ctx.actor };
  const { isNew, changed, before, by } = calledBy ?? unknown;
  const [input] = await formulaInputs(tx, object, [condition], [view], by);
  if (!input) return false;
  const event = { data: {}, changed, before };
  const change = eventChange(object, { event, isNew, past: view as FieldValues });
  const blanks = ruleBlanks(rule.definition);
  const { value, unaffordable } = condition.outcome({ ...input, ...blanks, change });
  return unaffordable === true || value === true;
}
