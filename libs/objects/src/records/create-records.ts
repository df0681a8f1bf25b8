import type { Tx } from '@quittance/database';
import { mapInTurns } from '@quittance/work';
import { newId } from '@quittance/kernel';
import type { RecordId, RecordView, CompanyObject } from '@quittance/metadata';
import type { FieldValues, FieldValue } from '@quittance/fields';
import { checkFiles } from '../attachments/check-files.js';
import { attemptDrafts } from './attempt-drafts.js';
import { checkMasters } from './check-masters.js';
import { checkReferences } from './check-references.js';
import { checkShared } from './check-shared.js';
import {
  demandNone,
  DraftsRefused,
  forgiveUnasked,
  isRefused,
  refusalOfAll,
  type Draft,
} from './draft.js';
import { inputReader } from './read-input.js';
import type { RecordInput, RecordOptions, RecordOutcome } from './record-write.js';
import { saveDrafts } from './save-records.js';
import { tellFaults } from './tell-faults.js';

/**
 * Makes records, all of them or none, in their order and in the same few statements for any number.
 * What is wrong is told all at once; of several records the pointers begin with the position.
 * @throws DomainError malformed_request (unknown members), validation_failed, and those of hooks
 *   and checks
 */
export async function createRecords(
  tx: Tx,
  object: CompanyObject,
  inputs: readonly RecordInput[],
  options: RecordOptions = {},
): Promise<readonly RecordView[]> {
  try {
    const drafts = await draftsOf(tx, object, inputs, options);
    if (drafts.some(isRefused)) await tellFaults(tx, object, drafts);
    demandNone(drafts);
    return await saveDrafts(tx, object, drafts, options);
  } catch (error) {
    if (error instanceof DraftsRefused) throw refusalOfAll(error.drafts, inputs.length > 1);
    throw error;
  }
}

/**
 * Makes those of the records that can be made, and says why the others cannot: the transaction goes
 * on. One outcome for each, in order.
 */
export async function attemptCreates(
  tx: Tx,
  object: CompanyObject,
  inputs: readonly RecordInput[],
  options: RecordOptions = {},
): Promise<readonly RecordOutcome[]> {
  const drafts = await draftsOf(tx, object, inputs, options);
  return attemptDrafts(tx, object, drafts, options);
}

/** Valid or not, before anything is asked of hooks and checks. */
async function draftsOf(
  tx: Tx,
  object: CompanyObject,
  inputs: readonly RecordInput[],
  options: RecordOptions,
): Promise<readonly Draft[]> {
  const read = inputReader(tx, object, options);
  const names = [...object.fields.keys()];
  const drafts = await mapInTurns(inputs, (input, index): Draft => {
    const { values, errors } = read(input, null);
    const owned = object.owned ? { ownerId: tx.ctx.userId, ...values } : values;
    const id = newId<'record'>();
    const after = newRecord(tx, names, id, owned);
    const told = [...errors];
    const draft = { index, id, before: null, values: owned, after, errors: told, problem: null };
    if (options.asked) forgiveUnasked(draft, options.asked);
    return draft;
  });
  await checkReferences(tx, object, drafts, options.unscoped ?? false, options.standing);
  await checkShared(tx, object, drafts, options);
  await checkMasters(tx, object, drafts, inputs);
  await checkFiles(tx, object, drafts);
  return drafts;
}

function newRecord(
  { ctx }: Tx,
  names: readonly string[],
  id: RecordId,
  values: FieldValues,
): RecordView {
  const { now, userId } = ctx;
  const record: Record<string, FieldValue> = {};
  for (const name of names) record[name] = values[name] ?? null;
  if ('createdBy' in record) Object.assign(record, { createdBy: userId, updatedBy: userId });
  return Object.assign(record, { id, version: 1, createdAt: now, updatedAt: now });
}
