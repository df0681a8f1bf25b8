import { audit, changedFields } from '@quittance/audit';
import { checkVersion, type Tx } from '@quittance/database';
import { newId, notFound } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { blanksOf } from '@quittance/nouns';
import { newRevision } from '../rate-books/rate-books.js';
import type { SetUpRecord, SetUpRow } from './set-up-record.js';

export interface Change<Patch> {
  readonly id: string;
  readonly expectedVersion: number | null;
  readonly patch: Patch;
}

/** @throws DomainError not_found */
export async function findSetUp<Row extends SetUpRow>(
  tx: Tx,
  kind: SetUpRecord<Row>,
  id: string,
): Promise<Row> {
  const row = await tx.maybe<Row>(kind.one, [tx.ctx.companyId, id]);
  if (!row) throw notFound({ object: kind.words });
  return kind.view(row);
}

/** Adds a record. Changes of one company's set-up wait for one another: the revision is a lock. */
export async function addSetUp<Row extends SetUpRow, Input extends object>(
  tx: Tx,
  kind: SetUpRecord<Row, Input>,
  input: Input,
): Promise<Row> {
  await newRevision(tx);
  const { now } = tx.ctx;
  const stamps = { id: newId(), version: 1, createdAt: now, updatedAt: now };
  const record = kind.view({ ...blanksOf(kind), ...input, ...stamps } as object as Row);
  await kind.check(tx, record);
  await kind.rows.insert(tx, [record]).catch((error) => {
    throw kind.refusal(error, record);
  });
  tell(tx, kind, 'created', record);
  audit(tx, { ...entry(kind, 'created', record.id), after: valuesOf(record) });
  return record;
}

/** Merges the members sent. @throws DomainError not_found, precondition_failed */
export async function changeSetUp<Row extends SetUpRow, Input extends object>(
  tx: Tx,
  kind: SetUpRecord<Row, Input>,
  { id, expectedVersion, patch }: Change<Partial<Input>>,
): Promise<Row> {
  await newRevision(tx);
  const before = await findSetUp(tx, kind, id);
  checkVersion(before.version, expectedVersion);
  const stamps = { version: before.version + 1, updatedAt: tx.ctx.now };
  const after = kind.view({ ...before, ...patch, ...stamps });
  await kind.check(tx, after);
  const set = { ...patch, ...stamps } as object as Partial<Row>;
  await kind.rows.update(tx, { id } as Partial<Row>, set).catch((error) => {
    throw kind.refusal(error, after);
  });
  tell(tx, kind, 'updated', after);
  audit(tx, { ...entry(kind, 'updated', id), ...changedFields(valuesOf(before), valuesOf(after)) });
  return after;
}

/** @throws DomainError not_found, tax_record_in_use */
export async function removeSetUp<Row extends SetUpRow>(
  tx: Tx,
  kind: SetUpRecord<Row>,
  id: string,
): Promise<void> {
  await newRevision(tx);
  const before = await findSetUp(tx, kind, id);
  await kind.checkUnused?.(tx, before);
  const { companyId } = tx.ctx;
  await tx.run(`delete from ${kind.table} where company_id = $1 and id = $2`, [companyId, id]);
  tell(tx, kind, 'deleted', before);
  audit(tx, { ...entry(kind, 'deleted', id), before: valuesOf(before) });
}

const valuesOf = (record: object): Readonly<Record<string, unknown>> => ({ ...record });

type Verb = 'created' | 'updated' | 'deleted';

function entry({ name }: { readonly name: string }, verb: Verb, recordId: string) {
  return { action: `${name.replaceAll('-', '_')}.${verb}`, object: name, recordId };
}

function tell(tx: Tx, { name }: { readonly name: string }, verb: Verb, record: SetUpRow): void {
  emit(tx, { type: `record.${verb}`, object: name, recordId: record.id, data: valuesOf(record) });
}
