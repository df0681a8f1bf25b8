import { companyToday } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { type RecordView, requiredByCondition, type CompanyObject } from '@quittance/metadata';
import { type FieldValues, readValues, type ReadOptions } from '@quittance/fields';
import type { RecordInput, RecordOptions } from './record-write.js';

/**
 * Reads what is sent for one record of an object: pure, but for the company's day. Of a new record
 * it may be told what is not sent and known all the same.
 * @param whole where `object` is a part of it: conditions may name the other fields
 */
export function inputReader(
  tx: Tx,
  object: CompanyObject,
  { trusted = false, cascade = false, sent }: RecordOptions,
  whole = object,
): (
  input: RecordInput,
  before: RecordView | null,
  beside?: FieldValues,
) => ReturnType<typeof readValues> {
  const { baseCurrency, timeZone } = object.model.terms;
  const common: Omit<ReadOptions, 'mode'> = {
    today: companyToday({ timeZone }, tx.ctx.now),
    timeZone,
    baseCurrency,
    system: trusted,
    work: tx.ctx.work,
    ...(!trusted && !cascade && { kept: keptFrom(tx, object, sent) }),
    ...(!cascade && { requiredWhen: requiredByCondition(whole, tx.ctx.now) }),
  };
  return (input, before, beside = {}) =>
    before === null
      ? readValues(object, input, { ...common, mode: 'create', before: beside })
      : readValues(object, input, { ...common, mode: 'update', before });
}

/** What whoever asks may not send, but for what the operation takes from elsewhere. */
function keptFrom(
  { ctx }: Tx,
  { resource }: CompanyObject,
  sent: RecordOptions['sent'],
): ReadOptions['kept'] {
  const kept = ctx.permissions.fields?.(resource);
  if (!kept || !sent) return kept;
  const of = (names: ReadonlySet<string>) =>
    new Set([...names].filter((name) => Object.hasOwn(sent, name)));
  return { hidden: of(kept.hidden), unwritten: of(kept.unwritten) };
}
