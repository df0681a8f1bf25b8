import type { Tx } from '@quittance/database';
import { invalidFields, type DomainError, type FieldError } from '@quittance/kernel';
import type { CompanyObject } from '@quittance/metadata';
import { takenBeside } from '../values/side-rows.js';
import { takenByOthers } from '../values/taken-in-documents.js';
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
  const pending = known.map(({ before, after, values, errors }) => ({
    before: before?.view ?? null,
    after,
    changes: values,
    wrong: new Set(errors.map(({ pointer = '' }) => pointer.split('/')[1] ?? '')),
  }));
  const faults = await object.hooks.faults(tx, pending, object);
  for (const [i, draft] of known.entries()) draft.problem = joined(faults[i] ?? []);
}

/** One is the problem that it is; several are places of one. */
function joined(found: DomainError | readonly DomainError[]): DomainError | null {
  const all = Array.isArray(found) ? (found as readonly DomainError[]) : [found as DomainError];
  if (all.length < 2) return all[0] ?? null;
  const places = all.flatMap(({ code, message, options }): readonly FieldError[] => {
    return options.errors ?? [{ code, message }];
  });
  return invalidFields(places);
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
  const answer = await takenBeside(tx, object, JSON.stringify(setting));
  markTaken(object, drafts, await takenByOthers(tx, object, drafts, answer));
}
