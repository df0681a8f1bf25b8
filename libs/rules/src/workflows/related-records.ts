import type { Tx } from '@quittance/database';
import type { FieldValue } from '@quittance/fields';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import { createRecords, readStored, recordsBy, updateRecords } from '@quittance/objects';
import { formulaInputs } from '../formulas/record-formulas.js';
import { ruleBlanks, type CreateRecord, type SetRelated } from '../rules/rule.js';
import { otherObject, relationOf, type Relation } from '../rules/relation.js';
import type { CompiledWorkflow } from '../rules/rule-set.js';
import { tooManyRelated } from '../rules.errors.js';
import type { RuleOccasion } from './current-record.js';
import { plainValue, UNSCOPED } from './plain-value.js';
import { writtenByAction, type Written } from './run-details.js';

/** Records pointing at one that a rule changes with it. */
export const MOST_RELATED = 500;

/**
 * Sets a field of the record that a lookup leads to, or of all that point at this one: one change,
 * in the transaction of the rule. Where there is none nothing is done.
 * @throws DomainError too_many_related, and those of the change
 */
export async function setRelated(
  tx: Tx,
  { relation: name, field }: SetRelated,
  position: number,
  workflow: CompiledWorkflow,
  occasion: RuleOccasion,
): Promise<Written | null> {
  const { object, input, record, event } = occasion;
  const relation = relationOf(object, name);
  const formula = workflow.values.get(position);
  if (!relation || !formula) return null;
  const { target } = relation;
  const ids = (await othersOf(tx, occasion, relation)).toSorted();
  if (ids.length > MOST_RELATED) {
    throw tooManyRelated({ object: target.pluralLabel, most: MOST_RELATED });
  }
  await hold(tx, target, ids, occasion);
  // The formula may ask for what the other record holds: locked by now.
  const [seen = input] = await formulaInputs(tx, object, [formula], [record], event.actor);
  const given = { ...input, ...seen, ...ruleBlanks(workflow.rule.definition) };
  const patch = { [field]: plainValue(object, formula, given) };
  await change(tx, target, ids, patch, occasion);
  return writtenByAction('set_related', target, ids, patch);
}

async function othersOf(
  tx: Tx,
  { object, record }: RuleOccasion,
  { target, lookup, isOfChildren }: Relation,
): Promise<readonly RecordId[]> {
  if (isOfChildren) {
    const pointing = { from: target, field: lookup, to: object };
    return recordsBy.lookup(tx, pointing, record.id, MOST_RELATED + 1);
  }
  const other = record[lookup.name];
  return typeof other === 'string' ? [other as RecordId] : [];
}

/** Locks other records as a change of them does, in the order of their ids. */
async function hold(
  tx: Tx,
  target: CompanyObject,
  ids: readonly RecordId[],
  { subjects }: RuleOccasion,
): Promise<void> {
  const subject = subjects.find(target.name);
  if (!subject) await readStored(tx, target, ids, 'change', true);
  else for (const id of ids) await subject.lock(tx, id);
}

async function change(
  tx: Tx,
  target: CompanyObject,
  ids: readonly RecordId[],
  patch: Readonly<Record<string, FieldValue>>,
  { subjects }: RuleOccasion,
): Promise<void> {
  if (ids.length === 0) return;
  const subject = subjects.find(target.name);
  if (!subject) {
    await updateRecords(
      tx,
      target,
      ids.map((id) => ({ id, patch })),
      UNSCOPED,
    );
    return;
  }
  for (const id of ids) await subject.setFields(tx, target, id, patch);
}

/**
 * Makes a record of what formulas over this one come to.
 * @throws DomainError of what is refused
 */
export async function createRelated(
  tx: Tx,
  action: CreateRecord,
  position: number,
  workflow: CompiledWorkflow,
  { object, input, record }: RuleOccasion,
): Promise<Written | null> {
  const target = otherObject(object, action);
  const values = workflow.made.get(position);
  if (!target || !values) return null;
  const given = { ...input, ...ruleBlanks(workflow.rule.definition) };
  const made: Record<string, FieldValue> = {};
  if (target.owned && typeof record.ownerId === 'string') made.ownerId = record.ownerId;
  for (const { field, formula } of values) made[field] = plainValue(object, formula, given);
  const present = Object.entries(made).filter(([, value]) => value !== null);
  const sent = Object.fromEntries(present);
  const created = await createRecords(tx, target, [sent], UNSCOPED);
  return writtenByAction(
    'create_record',
    target,
    created.map(({ id }) => id),
    sent,
  );
}
