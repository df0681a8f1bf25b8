import { formatMinor, trimDecimal, type Currency } from '@quittance/money';
import type { RowDescription, RowMember } from './describe-row.js';

type Values = Readonly<Record<string, unknown>>;
type Show = (value: unknown, row: Values) => unknown;

/**
 * How a stored row is shown: decimals without zeros at their end, money in major units of the
 * currency beside it, and nothing of what is kept to itself.
 */
export function viewOf<Row extends object, View extends object = Row>({
  members,
}: Pick<RowDescription<Row>, 'members'>): (row: Row) => View {
  const shows = new Map<string, Show>(
    members.flatMap((member): [string, Show][] => {
      const show = showOf(member);
      return show ? [[member.name, show]] : [];
    }),
  );
  const kept = new Set(members.filter(({ given }) => given === 'kept').map(({ name }) => name));
  if (shows.size === 0 && kept.size === 0) return (row) => row as object as View;
  return (row) => {
    const view: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(row)) {
      if (kept.has(name)) continue;
      const show = value === null ? undefined : shows.get(name);
      view[name] = show ? show(value, row as Values) : value;
    }
    return view as View;
  };
}

function showOf({ type, settings: { currencyField } }: RowMember): Show | undefined {
  if (type === 'number' || type === 'percent') return (value) => trimDecimal(value as string);
  if (type !== 'currency' || currencyField === undefined) return undefined;
  return (value, row) => {
    const currency = row[currencyField] as Currency | null;
    return currency === null ? null : formatMinor(value as bigint, currency);
  };
}
