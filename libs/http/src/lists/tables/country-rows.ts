import type { ListDefinition, ListFieldType } from '@quittance/lists';
import type { CountryCells } from '@quittance/mass';
import { yieldIfDue } from '@quittance/work';

type Row = Readonly<Record<string, unknown>>;
type Form = (value: string) => string;

const DECIMALS: ReadonlySet<ListFieldType> = new Set(['money', 'decimal']);
const PLAIN = /^-?\d+\.\d+$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

const COMMA: Form = (value) => (PLAIN.test(value) ? value.replace('.', ',') : value);
const DAYS: Readonly<Record<NonNullable<CountryCells['dates']>, Form | undefined>> = {
  dmy: (value) => value.replace(DAY, '$3.$2.$1'),
  mdy: (value) => value.replace(DAY, '$2/$3/$1'),
  ymd: undefined,
};

/**
 * The rows of a table with their numbers and days as a country writes them: those of the fields
 * that are numbers and days, as an import that is told the same takes them. No thousands are set
 * apart, so that no number could be another.
 */
export function inCountry(
  batches: AsyncIterable<readonly object[]>,
  list: Pick<ListDefinition, 'fields' | 'reach'>,
  country: CountryCells,
): AsyncIterable<readonly object[]> {
  const { decimal, dates } = country;
  if (decimal !== 'comma' && (!dates || !DAYS[dates])) return batches;
  const known = new Map<string, Form | undefined>();
  const formFor = (name: string) => {
    if (!known.has(name)) known.set(name, countryForm(typeIn(list, name), country));
    return known.get(name);
  };
  return written(batches, formFor);
}

/** What a column of a list has. */
export function typeIn(
  { fields, reach }: Pick<ListDefinition, 'fields' | 'reach'>,
  name: string,
): ListFieldType | undefined {
  return (Object.hasOwn(fields, name) ? fields[name] : reach?.(name))?.type;
}

/** How a country writes the values of a type; undefined as everywhere else. */
export function countryForm(
  type: ListFieldType | undefined,
  { decimal, dates }: CountryCells,
): Form | undefined {
  if (type === undefined) return undefined;
  if (DECIMALS.has(type)) return decimal === 'comma' ? COMMA : undefined;
  return type === 'date' && dates ? DAYS[dates] : undefined;
}

async function* written(
  batches: AsyncIterable<readonly object[]>,
  formFor: (name: string) => Form | undefined,
): AsyncGenerator<readonly object[]> {
  for await (const batch of batches) {
    const rows: object[] = [];
    for (const item of batch) {
      const nextTurn = yieldIfDue();
      if (nextTurn) await nextTurn;
      const row: Record<string, unknown> = { ...(item as Row) };
      for (const [name, value] of Object.entries(row)) {
        if (typeof value === 'string') row[name] = formFor(name)?.(value) ?? value;
      }
      rows.push(row);
    }
    yield rows;
  }
}
