import type { Tx } from '@quittance/database';
import type { CompanyObject } from '@quittance/metadata';
import { takenBeside } from '../values/side-rows.js';
import { checkUnique, markTaken } from './check-unique.js';
import type { Draft } from './draft.js';

/** Asks the object what speaks against records beyond their fields. */
export async function askFaults(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
): Promise<void> {
  const known = drafts.filter(({ problem }) => problem === null);
  if (!object.hooks.faults || known.length === 0) return;
  const pending = known.map(({ before, after, values }) => ({
    before: before?.view ?? null,
    after,
    changes: values,
  }));
  const faults = await object.hooks.faults(tx, pending, object);
  for (const [i, draft] of known.entries()) draft.problem = faults[i] ?? null;
}

/**
 * Tells what else is wrong with records that are refused for their fields: what their state
 * forbids, and which of their values are taken. Whoever sends them mends all of it at once.
 */
export async function tellFaults(
  tx: Tx,
  object: CompanyObject,
  refused: readonly Draft[],
): Promise<void> {
  const sent = refused.filter(({ problem }) => problem === null);
  if (sent.length === 0) return;
  await askFaults(tx, object, sent);
  await checkUnique(tx, object, sent);
  await tellTaken(tx, object, sent);
}

/** The same of unique fields of a company's own, which are else told as the rows are written. */
export async function tellTaken(
  tx: Tx,
  object: CompanyObject,
  drafts: readonly Draft[],
): Promise<void> {
  const unique = [...object.fields.values()].flatMap(({ name, unique: isUnique, storage }) =>
    isUnique && storage.kind === 'custom' ? [name] : [],
  );
  const setting = drafts.flatMap(({ id, values }) => {
    const set = unique.filter((name) => (values[name] ?? null) !== null);
    return set.length === 0
      ? []
      : [{ id, custom: Object.fromEntries(set.map((name) => [name, values[name]])) }];
  });
  if (setting.length === 0) return;
  markTaken(object, drafts, await takenBeside(tx, object, JSON.stringify(setting)));
}
