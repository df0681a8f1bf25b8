import type { Ctx } from '@quittance/kernel';
import { keptColumns } from './kept-columns.js';

type Kept = Readonly<Record<string, { hidden?: string[]; unwritten: string[] }>>;

function sender(kept: Kept): Ctx {
  const fields = (resource: string) => {
    const { hidden = [], unwritten = [] } = kept[resource] ?? {};
    return { hidden: new Set(hidden), unwritten: new Set([...hidden, ...unwritten]) };
  };
  return { permissions: { fields, fieldBound: Object.keys(kept) } } as unknown as Ctx;
}

const ROW = {
  customerID: 'c-1',
  customerName: 'Acme',
  invoiceNumber: 'i-1',
  InvoiceDate: '2026-01-02',
  DueDate: '2026-02-02',
  InvoiceAmount: '5',
  currency: 'EUR',
  Disputed: 'No',
  SettledDate: '',
};

test.each<[Kept, readonly string[]]>([
  [{}, []],
  [{ invoices: { unwritten: ['notes'] } }, []],
  [{ invoices: { unwritten: ['unitPrice'] } }, ['/3/InvoiceAmount read_only']],
  [{ invoices: { unwritten: [], hidden: ['total'] } }, ['/3/InvoiceAmount unknown_field']],
  [
    { invoices: { unwritten: ['dueDate', 'accountId'] } },
    ['/3/customerID read_only', '/3/DueDate read_only'],
  ],
  [{ invoices: { unwritten: ['externalReference'] } }, ['/3/invoiceNumber read_only']],
  [{ invoices: { unwritten: ['settledOn'] } }, []],
  [{ accounts: { unwritten: ['externalKey', 'name'] } }, []],
  [{ accounts: { unwritten: [], hidden: ['externalKey'] } }, ['/3/customerID unknown_field']],
])('refuses the columns that a sender with %j may not write', (kept, expected) => {
  const found = keptColumns(sender(kept), ROW, 3);
  expect(found.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected);
});
