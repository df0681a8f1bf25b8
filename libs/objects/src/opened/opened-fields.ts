import type { Field, FieldType, Portal } from '@quittance/fields';
import type { CompanyObject } from '@quittance/metadata';

/** A field of a company's own as users of a portal have it. */
export interface OpenedField {
  readonly field: Field;
  /** Money or a rate: told to those alone who see prices, and sent by them alone. */
  readonly isPrice: boolean;
  /**
   * The company lets users of the portal send it. Never one that is unique, whatever was opened:
   * that a value is taken would tell them what others have.
   */
  readonly isWritten: boolean;
}

/**
 * Types that say all there is to say by themselves. What points at records may be beyond reach,
 * what is computed of others may have in it what nobody shows, a file has an access of its own, and
 * of JSON nobody can say what is in it.
 */
const TOLD: ReadonlySet<FieldType> = new Set([
  'text',
  'textarea',
  'rich_text',
  'integer',
  'number',
  'currency',
  'percent',
  'boolean',
  'date',
  'datetime',
  'time',
  'email',
  'phone',
  'url',
  'picklist',
  'multi_select',
  'auto_number',
] as const);

/** A percentage beside a sum gives the price back. */
const PRICES: ReadonlySet<FieldType> = new Set(['currency', 'percent'] as const);

/**
 * The fields of its own that the company has opened to the users of a portal, in their order. What
 * is marked as personal data is told to nobody, whatever was opened.
 */
export function openedFields(
  { fields }: Pick<CompanyObject, 'fields'>,
  portal: Portal,
  seesPrices: boolean,
): readonly OpenedField[] {
  return [...fields.values()].flatMap((field): OpenedField | [] => {
    const { storage, portals, type, personal, readOnly, unique } = field;
    const isOpened = storage.kind === 'custom' && portals[portal] !== 'none';
    const isPrice = PRICES.has(type);
    if (!isOpened || personal || !TOLD.has(type) || (isPrice && !seesPrices)) return [];
    return { field, isPrice, isWritten: portals[portal] === 'write' && !readOnly && !unique };
  });
}

const parts = new WeakMap<CompanyObject, Map<string, CompanyObject | null>>();

/**
 * The object with those of its fields alone, so that whatever reads, lists or filters by it knows
 * of no other; null where there are none. Made once for each version of the object.
 */
export function openedPart(
  object: CompanyObject,
  portal: Portal,
  seesPrices: boolean,
): CompanyObject | null {
  const of = parts.get(object) ?? new Map<string, CompanyObject | null>();
  parts.set(object, of);
  const key = `${portal} ${seesPrices}`;
  const known = of.get(key);
  if (known !== undefined) return known;
  const opened = openedFields(object, portal, seesPrices);
  const fields = new Map(opened.map(({ field }) => [field.name, field]));
  const part = fields.size === 0 ? null : { ...object, fields };
  of.set(key, part);
  return part;
}
