import { audit, changedFields } from '@quittance/audit';
import { checkVersion, sql, type Sql, type Tx } from '@quittance/database';
import { newId, notFound, type CompanyId, type Instant } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { newRevision } from './rate-books/rate-books.js';

interface Row {
  companyId: CompanyId;
  id: string;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

/** A row as the API shows it. */
export type View<R extends Row> = Omit<R, 'companyId'>;
/** What is said of a new row. */
export type Fields<R extends Row> = Omit<R, keyof Row>;

/** What is particular to one kind of record of the set-up. */
export interface SetUpKind<R extends Row> {
  /** `tax-rate`, in events, the log and the API. */
  readonly object: string;
  readonly entity: new () => R;
  readonly table: string;
  /** The columns of alias `t`. */
  readonly select: string;
  view(row: View<R>): View<R>;
  /** @throws DomainError when the record may not be as it is, before it is written */
  check(tx: Tx, record: View<R>): Promise<void>;
  /** @throws DomainError when other records point at it */
  checkUnused(tx: Tx, record: View<R>): Promise<void>;
  /** The refusal that a violated constraint means, or the error itself. */
  refusal(error: unknown, record: View<R>): unknown;
}

export interface Change<Patch> {
  readonly id: string;
  readonly expectedVersion: number | null;
  readonly patch: Patch;
}

const finds = new Map<string, Sql>();

function findStatement(kind: { readonly table: string; readonly select: string }): Sql {
  const text = `select ${kind.select} from ${kind.table} t where t.company_id = $1 and t.id = $2`;
  const known = finds.get(text) ?? sql(text);
  finds.set(text, known);
  return known;
}

/** @throws DomainError not_found */
export async function findSetUp<R extends Row>(
  tx: Tx,
  kind: SetUpKind<R>,
  id: string,
): Promise<View<R>> {
  const row = await tx.maybe<View<R>>(findStatement(kind), [tx.ctx.companyId, id]);
  if (!row) throw notFound({ object: kind.object.replaceAll('-', ' ') });
  return kind.view(row);
}

/** Adds a record. Changes of one company's set-up wait for one another: the revision is a lock. */
export async function addSetUp<R extends Row>(
  tx: Tx,
  kind: SetUpKind<R>,
  fields: Fields<R>,
): Promise<View<R>> {
  await newRevision(tx);
  const { companyId, now } = tx.ctx;
  const row = { ...fields, id: newId(), version: 1, createdAt: now, updatedAt: now };
  const record = kind.view(row as unknown as View<R>);
  await kind.check(tx, record);
  await tx.insert(kind.entity, { ...record, companyId } as unknown as R).catch((error) => {
    throw kind.refusal(error, record);
  });
  tell(tx, kind, 'created', record.id, record);
  audit(tx, { ...entry(kind, 'created', record.id), after: { ...record } });
  return record;
}

/** Merges the members sent. @throws DomainError not_found, precondition_failed */
export async function changeSetUp<R extends Row>(
  tx: Tx,
  kind: SetUpKind<R>,
  { id, expectedVersion, patch }: Change<Partial<Fields<R>>>,
): Promise<View<R>> {
  await newRevision(tx);
  const before = await findSetUp(tx, kind, id);
  checkVersion(before.version, expectedVersion);
  const stamps = { version: before.version + 1, updatedAt: tx.ctx.now };
  const after = kind.view({ ...before, ...patch, ...stamps });
  await kind.check(tx, after);
  const set = { ...patch, ...stamps } as unknown as Partial<R>;
  await tx.update<R>(kind.entity, { id } as unknown as Partial<R>, set).catch((error) => {
    throw kind.refusal(error, after);
  });
  tell(tx, kind, 'updated', id, after);
  audit(tx, { ...entry(kind, 'updated', id), ...changedFields({ ...before }, { ...after }) });
  return after;
}

/** @throws DomainError not_found, precondition_failed, tax_record_in_use */
export async function removeSetUp<R extends Row>(
  tx: Tx,
  kind: SetUpKind<R>,
  id: string,
): Promise<void> {
  await newRevision(tx);
  const before = await findSetUp(tx, kind, id);
  await kind.checkUnused(tx, before);
  await tx.run(`delete from ${kind.table} where company_id = $1 and id = $2`, [
    tx.ctx.companyId,
    id,
  ]);
  tell(tx, kind, 'deleted', id, before);
  audit(tx, { ...entry(kind, 'deleted', id), before: { ...before } });
}

type Verb = 'created' | 'updated' | 'deleted';

function entry(kind: { readonly object: string }, verb: Verb, recordId: string) {
  return { action: `${kind.object.replaceAll('-', '_')}.${verb}`, object: kind.object, recordId };
}

function tell(
  tx: Tx,
  { object }: { readonly object: string },
  verb: Verb,
  recordId: string,
  record: object,
): void {
  emit(tx, { type: `record.${verb}`, object, recordId, data: { ...record } });
}
