import { type Fault, type Field, fieldTypes } from '@quittance/fields';
import type { RecordObject } from '@quittance/metadata';

/** A column of an import: a field, one member of an address, or what names a record pointed at. */
export interface ImportColumn {
  readonly field: Field;
  /** `city` of `billingAddress.city`. */
  readonly part: string | null;
  /** `name` of `account.name`. */
  readonly by?: string;
}

/** A cell that could not be read as what it is, and why. */
export interface UnreadCell {
  readonly column: number;
  readonly fault: Fault;
}

/** A record that a row points at by a member of it, and not by its id. */
export class NamedTarget {
  constructor(
    readonly member: string,
    readonly text: string,
  ) {}
}

/** The column that a header names: by the name of a field, or by its label. */
export function importColumnOf(
  object: Pick<RecordObject, 'fields'>,
  name: string,
  pointing: boolean,
): ImportColumn | undefined {
  const { fields } = object;
  const field = fields.get(name);
  if (field) return { field, part: null };
  const dot = name.indexOf('.');
  if (dot < 1) return labelled(fields, name);
  const [first, member] = [name.slice(0, dot), name.slice(dot + 1)];
  const whole = fields.get(first);
  if (whole?.settings.shape === 'address') return { field: whole, part: member };
  if (!pointing) return undefined;
  const pointer = whole ?? fields.get(`${first}Id`);
  const points = pointer && fieldTypes.pointing.has(pointer.type);
  return points ? { field: pointer, part: null, by: member } : undefined;
}

function labelled(fields: RecordObject['fields'], name: string): ImportColumn | undefined {
  const label = name.toLowerCase();
  const found = [...fields.values()].filter((field) => field.label.toLowerCase() === label);
  return found.length === 1 ? { field: found[0] as Field, part: null } : undefined;
}
