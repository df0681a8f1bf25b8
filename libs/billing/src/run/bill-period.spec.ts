import { parseLocalDate } from '@quittance/calendar';
import { NO_ADDRESS } from '@quittance/company';
import type { BillingAccount } from '@quittance/crm';
import { newId } from '@quittance/kernel';
import { NO_RATES } from '@quittance/tax/host';
import { RateBook } from '@quittance/tax';
import type { LineProducts, Seller } from '@quittance/lines';
import fc from 'fast-check';
import { planForecast } from '../schedules/billing-plan.js';
import type { ScheduleLine } from '../schedules/schedule-line.description.js';
import type { Schedule } from '../schedules/schedule.js';
import { aSchedule, aScheduleLine } from '../testing/a-schedule.js';
import { billPeriod, type DraftInvoice } from './bill-period.js';

const seller: Seller = {
  party: { country: 'DE', region: null, postalCode: null, taxRegistration: null },
  rounding: 'document',
  book: RateBook.empty,
};

const account = {
  name: 'Acme GmbH',
  address: { ...NO_ADDRESS, city: 'Berlin', country: 'DE' },
  taxRegistration: 'DE123456789',
  creditDays: null,
  active: true,
} as BillingAccount;

function bill(
  schedule: Schedule,
  lines: readonly ScheduleLine[],
  who = account,
  products: LineProducts = new Map(),
  by = seller,
): DraftInvoice {
  const [period] = planForecast(schedule, lines, 1);
  if (!period) throw new Error('The schedule has no period');
  return billPeriod(schedule, period, { account: who, order: null }, by, products);
}

describe('the invoice of one period', () => {
  test('is due by the days to pay of its customer, and says their terms', () => {
    const agreed = { ...account, creditDays: 14, paymentTerms: '14 days net' };
    expect(bill(aSchedule({ nextPeriod: 1 }), [aScheduleLine()], agreed)).toMatchObject({
      issueDate: '2026-02-28',
      dueDate: '2026-03-14',
      said: { paymentTerms: '14 days net' },
    });
  });

  test('is dated at the start of the period and due 30 days later', () => {
    expect(bill(aSchedule({ nextPeriod: 1 }), [aScheduleLine()])).toMatchObject({
      issueDate: '2026-02-28',
      dueDate: '2026-03-30',
      periodStart: '2026-02-28',
      periodEnd: '2026-03-30',
    });
  });

  test.each([
    ['its end, where that is over', '2026-03-31', '2026-03-30'],
    ['its invoice, where it is billed in advance', '2026-02-28', '2026-02-28'],
  ])('is taxed by the day of %s', (_, issued, taxed) => {
    const schedule = aSchedule({ nextPeriod: 1 });
    const [period] = planForecast(schedule, [aScheduleLine()], 1);
    if (!period) throw new Error('The schedule has no period');
    const days: string[] = [];
    const quoteOf: Seller['quoteOf'] = ({ date }) => {
      days.push(date);
      return { fingerprint: '', lines: [] };
    };
    const issuedOn = { ...period, issueDate: parseLocalDate(issued) };
    const by = { ...seller, quoteOf };
    billPeriod(schedule, issuedOn, { account, order: null }, by, new Map());
    expect(days).toEqual([taxed]);
  });

  test('taxes usage of the period before by the last day of that, beside what is ahead', () => {
    const rate = {
      jurisdictionId: 'DE',
      taxCode: 'standard',
      kind: 'vat',
      compound: false,
    } as const;
    const always = { priority: 0, validFrom: parseLocalDate('2000-01-01'), validTo: null };
    const book = new RateBook({
      ...NO_RATES,
      codes: [{ code: 'standard', kind: null }],
      jurisdictions: [
        { id: 'DE', parentId: null, level: 'country', code: 'DE', name: 'DE', postalPatterns: [] },
      ],
      rates: [
        { ...rate, ...always, rate: '19', validTo: parseLocalDate('2026-02-27') },
        { ...rate, ...always, rate: '16', validFrom: parseLocalDate('2026-02-28') },
      ],
    });
    const flat = aScheduleLine({ taxCode: 'standard' });
    const start = parseLocalDate('2026-01-31');
    const usage = { ...flat, period: { start, end: parseLocalDate('2026-02-27') } };
    const [period] = planForecast(aSchedule({ nextPeriod: 1 }), [flat], 1);
    if (!period) throw new Error('The schedule has no period');
    const both = { ...period, lines: [...period.lines, usage] };
    const by = { ...seller, book };
    const party = { account, order: null };
    const { lines } = billPeriod(aSchedule({ nextPeriod: 1 }), both, party, by, new Map());
    expect(lines.map(({ priced }) => priced.taxRate)).toEqual(['16', '19']);
  });

  test('has one taxed line per billed schedule line and adds up', () => {
    const lines = [
      aScheduleLine({ taxRate: '19', discountPercent: '10' }),
      aScheduleLine({ taxRate: '19', quantity: '1', unitPrice: '0.333333' }),
    ];
    const invoice = bill(aSchedule(), lines);
    expect(invoice).toMatchObject({ subtotal: 27_033n, taxTotal: 5136n, total: 32_169n });
    expect(invoice.lines.map(({ source, priced }) => [source, priced.net, priced.tax])).toEqual([
      [lines[0], 27_000n, 5130n],
      [lines[1], 33n, 6n],
    ]);
  });

  test('is taxed by the code of a product only where a line has neither code nor rate', () => {
    const productId = newId<'product'>();
    const product = { sku: 'SEAT', unit: 'HUR', hsnCode: '998314', taxCode: 'reduced' };
    const lines = [
      aScheduleLine({ productId }),
      aScheduleLine({ productId, taxCode: 'own' }),
      aScheduleLine({ productId, taxRate: '19' }),
      aScheduleLine(),
    ];
    const codes = ['reduced', 'own'].map((code) => ({ code, kind: null }));
    const by = { ...seller, book: new RateBook({ ...NO_RATES, codes }) };
    const invoice = bill(aSchedule(), lines, account, new Map([[productId, product]]), by);
    expect(invoice.lines.map((line) => [line.pricing.taxCode, line.product.sku])).toEqual([
      ['reduced', 'SEAT'],
      ['own', 'SEAT'],
      [null, 'SEAT'],
      [null, null],
    ]);
  });

  test('keeps the name, address and tax registration of the account as they are now', () => {
    const { billTo } = bill(aSchedule(), [aScheduleLine()]);
    expect(billTo).toEqual({
      name: 'Acme GmbH',
      address: account.address,
      taxRegistration: 'DE123456789',
    });
  });

  test.each([
    ['EUR', 100_001n, '33.333333', 33_334n],
    ['JPY', 1001n, '12.5', 125n],
    ['KWD', 1_000_005n, '10', 100_001n],
  ])(
    'a percentage of a total in %s is rounded once to its scale',
    (currency, total, percent, net) => {
      const share = aScheduleLine({ trigger: 'percentage', percent, quantity: '7' });
      expect(bill(aSchedule({ currency, total }), [share]).subtotal).toBe(net);
    },
  );

  test('a negative amount is refused', () => {
    expect(() => bill(aSchedule(), [aScheduleLine({ quantity: '-1' })])).toThrow(
      expect.objectContaining({ code: 'invoice_total_negative' }),
    );
  });

  test('an account that is not active is refused', () => {
    expect(() => bill(aSchedule(), [aScheduleLine()], { ...account, active: false })).toThrow(
      expect.objectContaining({ code: 'account_not_active' }),
    );
  });

  test('its lines add up to its totals for any schedule', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 0, max: 9_999_999 }).map((n) => `${n / 1000}`),
      unitPrice: fc.integer({ min: 0, max: 9_999_999 }).map((n) => `${n / 1000}`),
      taxRate: fc.option(fc.constantFrom('7', '19', '20.5', '0')),
      discountPercent: fc.option(fc.constantFrom('0', '12.5', '100')),
    });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (lines, pricesIncludeTax, currency) => {
          const invoice = bill(
            aSchedule({ pricesIncludeTax, currency }),
            lines.map((each) => aScheduleLine(each)),
          );
          const sum = (of: (each: (typeof invoice.lines)[number]) => bigint) =>
            invoice.lines.reduce((total, each) => total + of(each), 0n);
          expect(sum(({ priced }) => priced.net)).toBe(invoice.subtotal);
          expect(sum(({ priced }) => priced.tax)).toBe(invoice.taxTotal);
          expect(sum(({ priced }) => priced.total)).toBe(invoice.total);
        },
      ),
    );
  });
});
