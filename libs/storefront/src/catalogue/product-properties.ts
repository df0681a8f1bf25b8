import type { Tx } from '@quittance/database';
import type { Field, FieldType, FieldValue } from '@quittance/fields';
import type { ProductId } from '@quittance/kernel';
import type { CompanyModels, CompanyObject } from '@quittance/metadata';
import { customMembers } from '@quittance/objects';

/** What a company tells customers of a product beside what all products have. */
export interface ProductProperty {
  /** API name of its field. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/** Types that are read by people; what points at records or is computed of others is not told. */
const TOLD: ReadonlySet<FieldType> = new Set([
  'text',
  'textarea',
  'integer',
  'number',
  'percent',
  'boolean',
  'date',
  'url',
  'picklist',
  'multi_select',
] as const);

const LONGEST = 2000;

/**
 * The custom fields of products that the company has opened to customers, in their order: one
 * statement for all products, none where no field is open. A field of money is told to those who
 * see prices alone.
 */
export async function readProductProperties(
  tx: Tx,
  models: CompanyModels,
  ids: readonly ProductId[],
  seesPrices: boolean,
): Promise<ReadonlyMap<ProductId, readonly ProductProperty[]>> {
  const object = (await models.of(tx)).objects.get('product');
  const fields = object ? openFields(object, seesPrices) : [];
  if (!object || fields.length === 0 || ids.length === 0) return new Map();
  const items = ids.map((id) => ({ id }));
  const shown = await customMembers.shownWith(tx, object, items);
  return new Map(
    shown.map((item) => {
      const values = item as unknown as Readonly<Record<string, FieldValue>>;
      return [item.id, fields.flatMap((field) => propertyOf(field, values[field.name] ?? null))];
    }),
  );
}

/** Those that customers may read: of a computed one nobody knows whose prices are in it. */
function openFields({ fields }: CompanyObject, seesPrices: boolean): readonly Field[] {
  return [...fields.values()].filter(
    ({ portals, storage, type, personal }) =>
      storage.kind === 'custom' &&
      portals.customer !== 'none' &&
      !personal &&
      (TOLD.has(type) || (seesPrices && type === 'currency')),
  );
}

function propertyOf(field: Field, value: FieldValue): readonly ProductProperty[] {
  const { name, label } = field;
  const text = (Array.isArray(value) ? value : [value])
    .flatMap((each) => (each === null || each === '' ? [] : [wordOf(field, each)]))
    .join(', ');
  return text === '' ? [] : [{ name, label, value: [...text].slice(0, LONGEST).join('') }];
}

/** Of a choice its label, as it is read. */
function wordOf({ settings, type }: Field, value: FieldValue): string {
  const chosen = settings.options?.find(({ code }) => code === value);
  if (chosen) return chosen.label;
  return type === 'currency' && settings.currency ? `${value} ${settings.currency}` : String(value);
}
