import type { EventEnvelope } from '@quittance/contracts';
import type { CheckedFormula, FormulaChange, FormulaInput } from '@quittance/formula';
import type { Tx } from '@quittance/database';
import { computeFields, readStored } from '@quittance/objects';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import type { FieldValues } from '@quittance/fields';
import { valuesThen, type LaterChange } from '@quittance/outbox';
import { eventChange } from '../formulas/record-change.js';
import { formulaInputs } from '../formulas/record-formulas.js';
import { formulasOfWorkflow, type CompiledWorkflow } from '../rules/rule-set.js';
import type { WorkflowSubject, WorkflowSubjects } from './workflow-subjects.js';

/** A record as it is, locked by the transaction that has read it. */
export type CurrentRecord = FieldValues & { readonly id: RecordId };

/** What rules are called about: a change of one record. */
export interface Call {
  readonly object: CompanyObject;
  readonly event: EventEnvelope;
  /** Who locks and writes the record, where the engine does not. */
  readonly subject?: WorkflowSubject;
  /** Who locks and writes records of other objects, and who keeps the lists of campaigns. */
  readonly subjects: Pick<WorkflowSubjects, 'campaigns' | 'find'>;
  /** The record was made, not changed. */
  readonly isNew: boolean;
  /** What has changed of the record since; to be asked once it is locked. */
  later(): Promise<readonly LaterChange[]>;
}

/** What a rule acts on: the record as the rules before it left it, and what formulas see of it. */
export interface RuleOccasion extends Call {
  readonly record: CurrentRecord;
  readonly input: FormulaInput;
}

/**
 * Locks the record of a call as a change of it does, and reads it with everything that is computed,
 * whoever may see what of it; null where it is gone. Of one that is locked already it reads what
 * has become of it.
 */
export async function readCurrent(
  tx: Tx,
  { object, event, subject }: Call,
): Promise<CurrentRecord | null> {
  const id = event.recordId as RecordId;
  const beside = await subject?.lock(tx, id);
  if (beside === null) return null;
  const found = await readStored(tx, object, [id], subject ? 'none' : 'change', true);
  const views = [...found.values()].map(({ view }) => view);
  const [now] = await computeFields(tx, object, views, 'company');
  return now ? { ...beside, ...now } : null;
}

/**
 * The same with what the formulas of these rules reach over lookups, and the change that they are
 * asked about: read with the record before the first of them has run, and the same for all.
 */
export async function readOccasion(
  tx: Tx,
  call: Call,
  workflows: readonly CompiledWorkflow[],
  change?: FormulaChange,
): Promise<RuleOccasion | null> {
  const record = await readCurrent(tx, call);
  if (!record) return null;
  const formulas = workflows.flatMap(formulasOfWorkflow);
  const [input] = await formulaInputs(tx, call.object, formulas, [record], call.event.actor);
  const told = change ?? (await changeOf(tx, call, formulas, record));
  return { ...call, record, input: { ...(input as FormulaInput), change: told } };
}

/** One more statement where a formula asks for what neither the event nor the record says. */
async function changeOf(
  tx: Tx,
  { object, event, isNew }: Call,
  formulas: readonly CheckedFormula[],
  record: CurrentRecord,
): Promise<FormulaChange> {
  const names = formulas.flatMap(({ priorPaths }) => priorPaths.flat());
  const said = new Set([...Object.keys(event.data), ...(event.changed ?? [])]);
  const isSaid = isNew || names.every((name) => said.has(name));
  const since = isSaid ? {} : await valuesThen(tx, event);
  return eventChange(object, { event, isNew, past: { ...record, ...(since as FieldValues) } });
}
