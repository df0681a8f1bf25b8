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

/**
 * The column that a header names: by the name of a field, or by its label, which may have dots
 * (`Cust. no.`) and is then none of the members of another.
 */
export function importColumnOf(
  object: Pick<RecordObject, 'fields'>,
  name: string,
  pointing: boolean,
): ImportColumn | undefined {
  const { fields } = object;
  const field = fields.get(name);
  if (field) return { field, part: null };
  return (
    labelled(fields, ({ label }) => label === name) ??
    memberColumn(fields, name, pointing) ??
    labelled(fields, ({ label }) => label.toLowerCase() === name.toLowerCase())
  );
}

/** The column of a path: a member of an address, or what names a record that is pointed at. */
function memberColumn(
  fields: RecordObject['fields'],
  name: string,
  pointing: boolean,
): ImportColumn | undefined {
  const dot = name.indexOf('.');
  if (dot < 1) return undefined;
  const [first, member] = [name.slice(0, dot), name.slice(dot + 1)];
  const whole = fields.get(first);
  if (whole?.settings.shape === 'address') return { field: whole, part: member };
  if (!pointing) return undefined;
  const pointer = whole ?? fields.get(`${first}Id`);
  const points = pointer && fieldTypes.pointing.has(pointer.type);
  return points ? { field: pointer, part: null, by: member } : undefined;
}

/** Of two fields that are called alike neither is meant. */
function labelled(
  fields: RecordObject['fields'],
  isMeant: (field: Field) => boolean,
): ImportColumn | undefined {
  const found = [...fields.values()].filter(isMeant);
  return found.length === 1 ? { field: found[0] as Field, part: null } : undefined;
}
