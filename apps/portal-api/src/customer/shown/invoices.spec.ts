import type { LocalDate } from '@quittance/calendar';
import { COLUMN_TEXT, type TextRow } from '@quittance/database';
import { writtenRows } from '@quittance/lists';
import { listWithinReach, type PortalRight } from '@quittance/portal';
import { invoiceNoun } from '@quittance/receivables/host';
import { portalInvoices } from './invoices.js';

const TODAY = '2026-03-10' as LocalDate;
const ID = '01900000-0000-7000-8000-000000000001';
const PENDING = { property: 'pending', type: 'bigint' };
const COLUMNS = [...invoiceNoun.rows.columns(invoiceNoun.head), PENDING];

const DISPUTE = {
  id: ID,
  kind: null,
  reason: 'Two boxes were "empty"\n',
  amount: '1250',
  lineIds: [ID],
  lines: [{ lineId: ID, amount: '1250', quantity: '2' }],
  openedAt: '2026-03-02T08:00:00.000Z',
  openedBy: { kind: 'portal', id: ID, name: 'Ada' },
  reviewedAt: null,
  closedAt: null,
  closedBy: null,
  outcome: null,
  note: 'for staff alone',
  partPaidAt: null,
};

const ADJUSTMENTS = `[{"kind": "allowance", "reason": "Loyal", "percent": null,
  "amount": "100", "taxCode": "S", "taxRate": "19"}]`;

/** A row as PostgreSQL writes it, null in every column that may be empty and is not told. */
function rowOf(told: Readonly<Record<string, string | null>>): TextRow {
  return COLUMNS.map(({ property, type }) => {
    if (property in told) return told[property] ?? null;
    const member = (invoiceNoun.members as Record<string, { readonly nullable?: true }>)[property];
    if (member?.nullable) return null;
    return SAMPLES[type] ?? null;
  });
}

const SAMPLES: Readonly<Record<string, string>> = {
  bigint: '123456',
  boolean: 'f',
  date: '2026-03-01',
  integer: '3',
  jsonb: '{"name": "Kunde \\"1\\"", "address": {"city": "Köln"}}',
  numeric: '1.500',
  text: 'a "text"\twith signs',
  timestamptz: '2026-03-01 09:30:00.123456+00',
  uuid: ID,
};

const valuesOf = (row: TextRow) =>
  Object.fromEntries(
    COLUMNS.map(({ property, type }, i) => {
      const text = row[i] ?? null;
      return [property, text === null ? null : COLUMN_TEXT.value[type]?.(text)];
    }),
  );

const rights = (...held: PortalRight[]) => new Set<PortalRight>(held);

it.each([
  ['an open one', { currency: 'EUR', balance: '123456', adjustments: ADJUSTMENTS }],
  ['one in yen', { currency: 'JPY', balance: '0', pending: '7' }],
  ['one in dispute', { currency: 'EUR', dispute: JSON.stringify(DISPUTE), number: 'INV-1' }],
  ['one without a number', { currency: 'EUR', number: null, issueDate: null, dueDate: null }],
])('is written as it is mapped: %s', (_, told) => {
  const row = rowOf(told);
  for (const held of [
    rights('seePricing', 'viewOrders', 'viewInvoices'),
    rights('viewInvoices'),
    rights('viewOrders'),
  ]) {
    const scope = { rights: held, level: 'account', accountIds: [ID] } as never;
    const { map, written } = listWithinReach(portalInvoices(TODAY), scope);
    const text = writtenRows.object(written?.members ?? {})(row);
    const mapped = JSON.stringify(map(valuesOf(row) as never));
    expect(JSON.parse(text)).toEqual(JSON.parse(mapped));
    expect(Object.keys(JSON.parse(text) as object)).toEqual(
      Object.keys(JSON.parse(mapped) as object),
    );
  }
});

it('is written without what somebody may not see', () => {
  const row = rowOf({ currency: 'EUR', dispute: JSON.stringify(DISPUTE) });
  const scope = { rights: rights('viewInvoices'), level: 'account', accountIds: [ID] } as never;
  const { written } = listWithinReach(portalInvoices(TODAY), scope);
  const text = writtenRows.object(written?.members ?? {})(row);
  expect(text).not.toMatch(/12\.50|1234\.56|for staff alone|EUR|voidReason/);
  expect(JSON.parse(text)).toHaveProperty('dispute.message');
});
