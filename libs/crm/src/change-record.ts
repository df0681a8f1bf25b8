import type { EventPayloads, EventType } from '@quittance/contracts';
import { checkVersion, type Tx } from '@quittance/database';
import { notFound, references } from '@quittance/kernel';
import { readStored, updateRecords } from '@quittance/objects';
import type { CompanyObject, RecordId, RecordView } from '@quittance/metadata';
import type { FieldValues } from '@quittance/fields';
import { emit } from '@quittance/outbox';

/** Which record an operation is about. */
export interface RecordAsk {
  readonly id: string;
  /** What `If-Match` names; null: any. */
  readonly expectedVersion: number | null;
}

/** The events that say a whole record. */
export type RecordEvent = {
  [T in EventType]: RecordView extends EventPayloads[T] ? T : never;
}[EventType];

/** What an operation makes of a record, and how it is told. */
export interface RecordStep {
  readonly patch: FieldValues;
  /** In the log and, as it is, to subscribers. */
  readonly told: RecordEvent;
}

/**
 * Locks a record, lets an operation decide on what it is, and saves what that says. Workflows and
 * validation rules hold as for any other change.
 * @throws DomainError not_found, precondition_failed, and those of the decision
 */
export async function changeRecord(
  tx: Tx,
  object: CompanyObject,
  { id, expectedVersion }: RecordAsk,
  decide: (before: RecordView) => RecordStep | Promise<RecordStep>,
): Promise<RecordView> {
  const before = await lockRecord(tx, object, id);
  checkVersion(before.version, expectedVersion);
  const { patch, told } = await decide(before);
  const updates = [{ id: before.id, patch }];
  const [after] = await updateRecords(tx, object, updates, { trusted: true, action: told });
  if (!after) throw notFound({ object: references.called(object.label) });
  emit(tx, { type: told, object: object.name, recordId: after.id, data: after });
  return after;
}

/** @throws DomainError not_found when there is none in the actor's scope */
export async function lockRecord(tx: Tx, object: CompanyObject, id: string): Promise<RecordView> {
  const key = id as RecordId;
  const found = (await readStored(tx, object, [key], 'change')).get(key);
  if (!found) throw notFound({ object: references.called(object.label) });
  return found.view;
}
