import { checkVersion, type Tx } from '@quittance/database';
import { DomainError, notFound, references } from '@quittance/kernel';
import { mapInTurns } from '@quittance/work';
import type { RecordId, RecordView, CompanyObject } from '@quittance/metadata';
import { computeFields } from '../computed/compute-fields.js';
import { recordNamedTwice } from '../objects.errors.js';
import { checkFiles } from '../attachments/check-files.js';
import { attemptDrafts } from './attempt-drafts.js';
import { checkMasters } from './check-masters.js';
import { checkReferences } from './check-references.js';
import { checkShared } from './check-shared.js';
import {
  demandNone,
  differing,
  DraftsRefused,
  isRefused,
  draftRefusal,
  refusalOfAll,
  type Draft,
} from './draft.js';
import { inputReader } from './read-input.js';
import { readStored, type StoredRecord } from './read-records.js';
import type { RecordOptions, RecordOutcome, RecordUpdate } from './record-write.js';
import { saveDrafts } from './save-records.js';
import { tellFaults } from './tell-faults.js';

/**
 * Changes records, all of them or none; the members sent are merged into each, null clears one.
 * Where nothing differs a record stays at its version. The records are locked in the order of their
 * ids. Answers them in the order they were named.
 * @throws DomainError not_found, precondition_failed, malformed_request, validation_failed,
 *   record_named_twice, and those of hooks and checks
 */
export async function updateRecords(
  tx: Tx,
  object: CompanyObject,
  updates: readonly RecordUpdate[],
  options: RecordOptions = {},
): Promise<readonly RecordView[]> {
  const drafts = await draftsOf(tx, object, updates, options);
  try {
    if (drafts.some(isRefused)) await tellFaults(tx, object, drafts);
    demandNone(drafts);
    const changed = drafts.filter(isChange);
    const views = await saveDrafts(tx, object, changed, options);
    const byId = new Map(views.map((view) => [view.id, view]));
    for (const view of await unchanged(tx, object, drafts)) byId.set(view.id, view);
    return drafts.map(({ id }) => byId.get(id) as RecordView);
  } catch (error) {
    if (error instanceof DraftsRefused) throw refusalOfAll(error.drafts, updates.length > 1);
    throw error;
  }
}

/**
 * Changes those of the records that can be changed, and says why the others cannot: the transaction
 * goes on. One outcome for each, in order.
 */
export async function attemptUpdates(
  tx: Tx,
  object: CompanyObject,
  updates: readonly RecordUpdate[],
  options: RecordOptions = {},
): Promise<readonly RecordOutcome[]> {
  const drafts = await draftsOf(tx, object, updates, options);
  const saved = await attemptDrafts(tx, object, drafts.filter(isChange), options);
  const outcomes = new Map<number, RecordOutcome>();
  for (const [i, { index }] of drafts.filter(isChange).entries()) {
    outcomes.set(index, saved[i] as RecordOutcome);
  }
  const refused = drafts.filter(isRefused);
  await tellFaults(tx, object, refused);
  for (const draft of refused) {
    outcomes.set(draft.index, { error: draftRefusal(draft) });
  }
  const same = drafts.filter((draft) => !isChange(draft) && !isRefused(draft));
  const views = await unchanged(tx, object, same);
  for (const [i, { index }] of same.entries()) {
    outcomes.set(index, { record: views[i] as RecordView, unchanged: true });
  }
  return drafts.map(({ index }) => outcomes.get(index) as RecordOutcome);
}

function isChange(draft: Draft): boolean {
  return !isRefused(draft) && Object.keys(draft.values).length > 0;
}

async function unchanged(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
): Promise<readonly RecordView[]> {
  const same = drafts.filter((draft) => !isChange(draft));
  if (same.length === 0) return [];
  return computeFields(
    tx,
    object,
    same.map(({ before, after }) => before?.view ?? after),
  );
}

async function draftsOf(
  tx: Tx,
  object: CompanyObject,
  updates: readonly RecordUpdate[],
  options: RecordOptions,
): Promise<readonly Draft[]> {
  const ids = updates.map(({ id }) => id);
  const named = new Set<RecordId>();
  const stored = await readStored(tx, object, [...new Set(ids)], 'change', options.unscoped);
  const read = inputReader(tx, object, options);
  const drafts = await mapInTurns(updates, (update, index): Draft => {
    const { id } = update;
    const before = stored.get(id) ?? null;
    const twice = named.has(id);
    named.add(id);
    if (!before) return refused(index, id, notFound({ object: references.called(object.label) }));
    if (twice) return refused(index, id, recordNamedTwice({ id }));
    const problem = staleness(before, update);
    if (problem) return refused(index, id, problem);
    const { values: given, errors } = read(update.patch, before.view);
    const values = differing(before.view, given);
    const after = changedRecord(tx, before.view, values);
    return { index, id, before, values, after, errors: [...errors], problem: null };
  });
  const sound = drafts.filter(({ problem }) => problem === null);
  await checkReferences(tx, object, sound, options.unscoped ?? false);
  await checkShared(tx, object, sound, options);
  await checkMasters(tx, object, sound);
  await checkFiles(tx, object, sound);
  return drafts;
}

function refused(index: number, id: RecordId, problem: DomainError): Draft {
  const after = { id, version: 0 };
  return { index, id, before: null, values: {}, after, errors: [], problem };
}

function staleness({ view }: StoredRecord, { expectedVersion }: RecordUpdate): DomainError | null {
  try {
    checkVersion(view.version, expectedVersion);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

function changedRecord({ ctx }: Tx, before: RecordView, values: Draft['values']): RecordView {
  const version = before.version + 1;
  const after: RecordView = { ...before, ...values, updatedAt: ctx.now, version };
  return 'updatedBy' in before ? { ...after, updatedBy: ctx.userId } : after;
}
