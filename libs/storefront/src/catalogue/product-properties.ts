import type { Tx } from '@quittance/database';
import type { Field, FieldValue } from '@quittance/fields';
import type { ProductId } from '@quittance/kernel';
import type { CompanyModels } from '@quittance/metadata';
import { customMembers } from '@quittance/objects';

/** What a company tells customers of a product beside what all products have. */
export interface ProductProperty {
  /** API name of its field. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

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
  const part = object && customMembers.openedPart(object, 'customer', seesPrices);
  if (!part || ids.length === 0) return new Map();
  // They are told as texts, and of markup a text would show the marks.
  const fields = [...part.fields.values()].filter(({ type }) => type !== 'rich_text');
  const items = ids.map((id) => ({ id }));
  const shown = await customMembers.shownWith(tx, part, items);
  return new Map(
    shown.map((item) => {
      const values = item as unknown as Readonly<Record<string, FieldValue>>;
      return [item.id, fields.flatMap((field) => propertyOf(field, values[field.name] ?? null))];
    }),
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
