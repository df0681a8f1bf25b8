import * as credit from '@quittance/credit/host';
import { COLUMN_TEXT, type TextRow } from '@quittance/database';
import * as dunning from '@quittance/dunning/host';
import * as gateway from '@quittance/gateway/host';
import { writtenRows, type ListDefinition } from '@quittance/lists';
import type { DescribedNoun } from '@quittance/nouns';
import * as partner from '@quittance/partner/host';
import * as receivables from '@quittance/receivables/host';
import * as sales from '@quittance/sales/host';
import * as tax from '@quittance/tax/host';

const shown = [credit, dunning, gateway, partner, receivables, sales, tax].flatMap((lib) =>
  Object.entries(lib as Readonly<Record<string, unknown>>),
);

const nouns = new Map(
  shown
    .map(([, value]) => value as Partial<DescribedNoun>)
    .filter((each): each is DescribedNoun => !!each.table && !!each.rows && !!each.members)
    .map((noun) => [noun.table, noun]),
);

const lists = shown.flatMap(([name, value]) => {
  const list = value as ListDefinition;
  if (typeof value !== 'object' || value === null || !list.written) return [];
  const members = writtenRows.members(list);
  const noun = nouns.get(list.from.split(' ')[0] ?? '');
  return members && noun ? [{ name, list, members, noun }] : [];
});

const SAMPLES: Readonly<Record<string, string>> = {
  bigint: '-123456',
  boolean: 't',
  date: '2026-03-01',
  integer: '3',
  jsonb: '{"a": [1, {"b": "ü\\"x"}]}',
  numeric: '1.500',
  text: 'EUR',
  timestamptz: '2026-03-01 09:30:00.123456+00',
  uuid: '01900000-0000-7000-8000-000000000001',
};

it('knows lists that are written from their rows', () => {
  const names = lists.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['creditNoteList', 'subscriptionList', 'refundRequestList']),
  );
});

it.each(lists)('$name is written as it is mapped', ({ list, members, noun }) => {
  const columns = noun.rows.columns();
  for (const isFull of [true, false]) {
    const row: TextRow = columns.map(({ property, type }) =>
      !isFull && noun.members[property]?.nullable ? null : (SAMPLES[type] ?? null),
    );
    const values = columns.map(({ property, type }, i) => {
      const text = row[i] ?? null;
      return [property, text === null ? null : COLUMN_TEXT.value[type]?.(text)] as const;
    });
    const written = JSON.stringify(JSON.parse(writtenRows.object(members)(row)));
    expect(written).toBe(JSON.stringify(list.map(Object.fromEntries(values))));
  }
});
