import type { Portal } from '@quittance/fields';
import { invalidFields, malformedRequest, type FieldError } from '@quittance/kernel';
import type { CompanyObject } from '@quittance/metadata';
import type { RecordInput } from '../records/record-write.js';
import { meantValue } from './meant-value.js';
import { openedFields } from './opened-fields.js';

/** Custom fields of a new record as somebody of a portal sends them. */
export interface SentFields {
  readonly custom: RecordInput;
  /** Those that they could send: of another none is missed, since nobody could be asked for it. */
  readonly asked: ReadonlySet<string>;
}

/**
 * What somebody of a portal sends of an object's custom fields, as far as the company lets them.
 * Whether the values are good is judged as the record is made, all at once: a day that nobody means
 * stands in it as wrong.
 * @throws DomainError malformed_request (a field that is not opened, as one that is not there),
 *   validation_failed (one that is shown alone)
 */
export function sentFields(
  object: CompanyObject,
  portal: Portal,
  seesPrices: boolean,
  custom: RecordInput = {},
): SentFields {
  const opened = openedFields(object, portal, seesPrices);
  const shown = new Set(opened.map(({ field }) => field.name));
  const asked = new Set(opened.flatMap(({ field, isWritten }) => (isWritten ? field.name : [])));
  const sent = Object.keys(custom);
  const unknown = sent.filter((name) => !shown.has(name));
  if (unknown.length > 0) {
    const errors = unknown.map((name) => wrong(name, 'unknown_field', `is no field of it`));
    throw malformedRequest({ reason: 'The body has members that are not known.' }, { errors });
  }
  const kept = sent.filter((name) => !asked.has(name));
  if (kept.length === 0) return { custom: meantOf(object, custom), asked };
  throw invalidFields(kept.map((name) => wrong(name, 'read_only', 'may not be written by you')));
}

function meantOf({ fields }: CompanyObject, custom: RecordInput): RecordInput {
  const said = Object.entries(custom);
  return Object.fromEntries(
    said.map(([name, value]) => [name, meantValue(fields.get(name), value)]),
  );
}

const POINTER: Readonly<Record<string, string>> = { '~': '~0', '/': '~1' };

function wrong(name: string, code: string, message: string): FieldError {
  return { pointer: `/${name.replace(/[~/]/g, (mark) => POINTER[mark] ?? mark)}`, code, message };
}
