import { companyToday } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { readValues, type FieldValues } from '@quittance/fields';
import { newId } from '@quittance/kernel';
import type { CompanyObject, RecordView } from '@quittance/metadata';
import { checkMasters } from '../records/check-masters.js';
import { demandNone, DraftsRefused, draftRefusal, type Draft } from '../records/draft.js';
import type { SentFields } from './sent-fields.js';

/**
 * Values of custom fields that are kept for a record which is made later: judged by themselves, as
 * nothing else of it is known. What is sent as null is left out.
 * @param isWhole asks for what is required without a condition, and has what is not sent take its
 *   default; else it is still being written
 * @throws DomainError validation_failed
 */
export async function sentValues(
  tx: Tx,
  object: CompanyObject,
  { custom, asked }: SentFields,
  isWhole: boolean,
): Promise<FieldValues> {
  const draft = read(tx, object, { custom, asked }, isWhole);
  await checkMasters(tx, object, [draft], [custom]);
  try {
    demandNone([draft]);
  } catch (error) {
    throw error instanceof DraftsRefused ? draftRefusal(draft) : error;
  }
  const set = Object.entries(draft.values).filter(([, value]) => value !== null);
  return Object.fromEntries(set);
}

/** Of values that were kept so those that the object, and whoever makes the record, still take. */
export async function takenValues(
  tx: Tx,
  object: CompanyObject,
  kept: FieldValues,
): Promise<FieldValues> {
  const unwritten = tx.ctx.permissions.fields?.(object.resource)?.unwritten;
  const names = Object.keys(kept).filter((name) => {
    const field = object.fields.get(name);
    return field?.storage.kind === 'custom' && !field.readOnly && !unwritten?.has(name);
  });
  const custom = Object.fromEntries(names.map((name) => [name, kept[name] ?? null]));
  const draft = read(tx, object, { custom, asked: new Set(names) }, false);
  await checkMasters(tx, object, [draft], [custom]);
  const wrong = new Set(draft.errors.map(({ pointer = '' }) => pointer.split('/')[1]));
  return Object.fromEntries(Object.entries(draft.values).filter(([name]) => !wrong.has(name)));
}

function read(tx: Tx, object: CompanyObject, sent: SentFields, isWhole: boolean): Draft {
  const fields = [...object.fields].filter(([name]) => sent.asked.has(name));
  const { baseCurrency, timeZone } = object.model.terms;
  const { values, errors } = readValues({ ...object, fields: new Map(fields) }, sent.custom, {
    mode: isWhole ? 'create' : 'update',
    before: {},
    today: companyToday({ timeZone }, tx.ctx.now),
    timeZone,
    baseCurrency,
    work: tx.ctx.work,
  });
  const id = newId<'record'>();
  const after = { ...values, id, version: 0 } as RecordView;
  return { index: 0, id, before: null, values, after, errors: [...errors], problem: null };
}
