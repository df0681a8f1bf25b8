import { isStorableText } from '@quittance/lists';
import type { FieldError, Permissions } from '@quittance/kernel';
import {
  PORTALS,
  type FieldSettings,
  type FieldType,
  type Portal,
  type PortalAccess,
  type Fault,
  fieldTypes,
} from '@quittance/fields';
import { hasMoreThan } from '@quittance/work';
import type { LocalDate } from '@quittance/calendar';
import type { CompanyModel, CompanyObject } from '@quittance/metadata';
import type { FieldDefinition } from '../definition.js';

/** What may be said of a field, checked for its shape already. */
export interface FieldPatch {
  readonly label?: string;
  readonly help?: string | null;
  readonly group?: string | null;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly required?: boolean;
  readonly requiredWhen?: string | null;
  /** Read like a value of the field. */
  readonly default?: unknown;
  readonly unique?: boolean;
  readonly indexed?: boolean;
  readonly searched?: boolean;
  readonly personal?: boolean;
  readonly portals?: Partial<Record<Portal, PortalAccess>> | null;
  /** Its place among the custom fields of the object; the last one when absent. */
  readonly position?: number;
}

export interface NewField extends FieldPatch {
  readonly name: string;
  readonly type: FieldType;
  readonly label: string;
}

const ACCESS: readonly string[] = ['none', 'read', 'write'];
export const NO_PORTALS = Object.freeze({ customer: 'none', partner: 'none', vendor: 'none' });

export function isFieldType(value: unknown): value is FieldType {
  return fieldTypes.all.some((type) => type === value);
}

/** Gathers what is wrong with a definition; pointers are those of the body. */
export class Faults {
  readonly errors: FieldError[] = [];

  add(pointer: string, code: string, message: string): void {
    this.errors.push({ pointer, code, message });
  }

  addAll(pointer: string, faults: readonly Fault[]): void {
    for (const { code, message, inside = '' } of faults) this.add(pointer + inside, code, message);
  }

  get any(): boolean {
    return this.errors.length > 0;
  }
}

/** Words that are shown: within a length, on one line, storable. */
export function checkWords(
  faults: Faults,
  pointer: string,
  text: string | null | undefined,
  max: number,
  needed = true,
): void {
  if (text === undefined || text === null) return;
  if (needed && text.trim() === '') faults.add(pointer, 'min_length', 'must not be blank');
  else if (hasMoreThan(text, max)) {
    faults.add(pointer, 'max_length', `must have at most ${max} characters`);
  } else if (!isStorableText(text) || /\p{Cc}/u.test(text.replaceAll('\n', ''))) {
    faults.add(pointer, 'format', 'must have no control characters');
  }
}

/** Which portal may do what; what is not said stays. */
export function readPortals(
  faults: Faults,
  given: unknown,
  before: Readonly<Record<Portal, PortalAccess>> = NO_PORTALS as never,
): Readonly<Record<Portal, PortalAccess>> {
  if (given === undefined) return before;
  if (given === null) return NO_PORTALS as Readonly<Record<Portal, PortalAccess>>;
  const portals: Record<Portal, PortalAccess> = { ...before };
  for (const [name, access] of Object.entries(given as object)) {
    const portal = PORTALS.find((each) => each === name);
    if (!portal) faults.add(`/portals/${pointer(name)}`, 'unknown_field', 'is no portal');
    else if (!ACCESS.includes(access as string)) {
      faults.add(`/portals/${portal}`, 'enum', 'must be none, read or write');
    } else portals[portal] = access as PortalAccess;
  }
  return portals;
}

function pointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Settings that the system derives: nobody sends them where they are not settings of the type. */
export function sentSettings(type: FieldType, settings: FieldSettings): Record<string, unknown> {
  if (type !== 'rollup') return { ...settings };
  const { resultType: _, ...sent } = settings;
  return sent;
}

/** What a definition is checked against: the company's objects as this transaction sees them. */
export interface FieldPlace {
  readonly model: CompanyModel;
  readonly object: CompanyObject;
  readonly today: LocalDate;
  /** The rights of whoever defines it. */
  readonly author: Permissions;
  /** As it was; null for a new field. */
  readonly before: FieldDefinition | null;
}
