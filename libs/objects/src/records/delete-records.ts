import { audit } from '@quittance/audit';
import { violationOf, checkVersion, type Tx, arrays } from '@quittance/database';
import { notFound, references, type DomainError } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import type { RecordId, RecordObject, RecordView, CompanyObject } from '@quittance/metadata';
import { removeDocumentsOf } from '../attachments/remove-document.js';
import { computeFields, isComputedForActor } from '../computed/compute-fields.js';
import { maintainRollups } from '../computed/maintain-rollups.js';
import { deletionTooWide, recordReferenced } from '../objects.errors.js';
import { removeSideRows } from '../values/side-rows.js';
import { removeWords } from '../words/record-words.js';
import { readStored } from './read-records.js';
import type { RecordDeletion, RecordOptions } from './record-write.js';
import { cleared, findReferrers, type Referrers } from './referrers.js';
import { updateRecords } from './update-records.js';

/** So many records at most are deleted or changed by what hangs on the deleted ones. */
const MOST = 10_000;

/**
 * Deletes records, all of them or none. What points at them is cleared, keeps them, or goes with
 * them, as its field says. Answers what was deleted, in the order it was named.
 * @throws DomainError not_found, precondition_failed, record_referenced, deletion_too_wide,
 *   record_awaits_approval, and those of hooks
 */
export async function deleteRecords(
  tx: Tx,
  object: CompanyObject,
  deletions: readonly RecordDeletion[],
  options: RecordOptions = {},
): Promise<readonly RecordView[]> {
  return new Deletion(tx, options).run(object, deletions, options.unscoped ?? false);
}

class Deletion {
  private left = MOST;
  /** Records may point at one another in a circle. */
  private readonly gone = new Set<RecordId>();

  constructor(
    private readonly tx: Tx,
    private readonly options: RecordOptions,
  ) {}

  async run(
    object: CompanyObject,
    deletions: readonly RecordDeletion[],
    unscoped: boolean,
  ): Promise<readonly RecordView[]> {
    const { tx } = this;
    const ids = [...new Set(deletions.map(({ id }) => id))];
    const stored = await readStored(tx, object, ids, 'delete', unscoped);
    for (const { id, expectedVersion } of deletions) {
      const found = stored.get(id);
      if (!found) throw notFound({ object: references.called(object.label) });
      checkVersion(found.view.version, expectedVersion);
    }
    for (const id of ids) this.gone.add(id);
    const records = ids.map((id) => stored.get(id)?.view as RecordView);
    await object.hooks.beforeDelete?.(tx, records, object);
    await this.release(object, ids);
    const told = await computeFields(tx, object, records, 'company');
    const shown = isComputedForActor(tx.ctx, object)
      ? await computeFields(tx, object, records)
      : told;
    await remove(tx, object, ids);
    for (const check of object.model.checks) await check.forget?.(tx, object, ids);
    const changes = records.map((before) => ({ before, after: null }));
    await maintainRollups(tx, object, changes);
    this.tell(object, shown, told);
    return shown;
  }

  /** Deals with everything that points at the records. */
  private async release(object: CompanyObject, ids: readonly RecordId[]): Promise<void> {
    const referrers = await findReferrers(this.tx, object, ids, MOST + 1);
    for (const each of referrers) {
      if (each.onDelete === 'restrict') throw this.restricted(object, each);
    }
    for (const each of referrers) {
      this.left -= each.ids.length;
      if (this.left < 0) throw deletionTooWide({ limit: MOST });
      if (each.onDelete === 'cascade') await this.cascade(each);
      else await this.clear(each);
    }
  }

  private restricted(object: CompanyObject, { from, field, ids }: Referrers) {
    const referrers = (ids.length === 1 ? from.label : from.pluralLabel).toLowerCase();
    const params = { object: object.label.toLowerCase(), referrers, field: field.label };
    return recordReferenced({ ...params, count: ids.length > MOST ? `over ${MOST}` : ids.length });
  }

  /**
   * What the caller's scope does not show is changed as well: a reference must not dangle. No rule
   * judges those records: what is wrong with one of them would keep another from being deleted. One
   * that awaits an approval does.
   */
  private async clear({ from, field, ids }: Referrers): Promise<void> {
    const patch = cleared(field);
    const updates = ids.map((id) => ({ id, patch }));
    const options = { trusted: true, unscoped: true, cascade: true, held: true };
    await updateRecords(this.tx, from, updates, options);
  }

  private async cascade({ from, ids }: Referrers): Promise<void> {
    const deletions = ids.filter((id) => !this.gone.has(id)).map((id) => ({ id }));
    if (deletions.length > 0) await this.run(from, deletions, true);
  }

  private tell(
    object: RecordObject,
    shown: readonly RecordView[],
    told: readonly RecordView[],
  ): void {
    const { tx } = this;
    const action = this.options.action ?? `${object.name}.deleted`;
    for (const [i, record] of shown.entries()) {
      const { id: recordId } = record;
      audit(tx, { action, object: object.name, recordId, before: present(record) });
      const data = told[i] as RecordView;
      emit(tx, { type: 'record.deleted', object: object.name, recordId, data });
    }
  }
}

function present(record: RecordView) {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}

async function remove(tx: Tx, object: RecordObject, ids: readonly RecordId[]): Promise<void> {
  const { name, softDelete } = object.table;
  const { companyId, now, userId } = tx.ctx;
  const keys = arrays.uuid(ids, (id) => id);
  if (object.customizable) await removeSideRows(tx, object, ids);
  await removeWords(tx, ids);
  if (softDelete) {
    const author = object.fields.has('updatedBy') ? ', updated_by = $4' : '';
    await tx.run(
      `update ${name} set deleted_at = $3, updated_at = $3, version = version + 1${author}
       where company_id = $1 and id = any($2::uuid[])`,
      author === '' ? [companyId, keys, now] : [companyId, keys, now, userId],
    );
    return;
  }
  await removeDocumentsOf(tx, object, ids);
  await tx
    .run(`delete from ${name} where company_id = $1 and id = any($2::uuid[])`, [companyId, keys])
    .catch((error: unknown) => {
      throw stillReferenced(object, error) ?? error;
    });
}

const FOREIGN_KEY_VIOLATION = '23503';

/** Rows that no object describes may point at a record too: their foreign key says so. */
function stillReferenced({ label }: RecordObject, error: unknown): DomainError | undefined {
  const violation = violationOf(error);
  if (violation?.code !== FOREIGN_KEY_VIOLATION) return undefined;
  const referrers = `records (${violation.table?.replaceAll('_', ' ')})`;
  return recordReferenced({ object: label.toLowerCase(), count: 'other', referrers, field: 'own' });
}
