import { parseLocalDate } from '@quittance/calendar';
import { newId } from '@quittance/kernel';
import { formatMinor, sumOf } from '@quittance/money';
import fc from 'fast-check';
import { collectedParts, type AskedAmounts } from './collected-parts.js';

type Invoice = Parameters<typeof collectedParts>[0][number];

function anInvoice(number: string, balance: bigint, facts: Partial<Invoice> = {}): Invoice {
  const dueDate = parseLocalDate('2026-02-01');
  return {
    id: newId<'invoice'>(),
    number,
    currency: 'EUR',
    dueDate,
    balance,
    undisputed: balance,
    ...facts,
  };
}

const first = anInvoice('INV-1', 30_000n, { dueDate: parseLocalDate('2026-03-01') });
const second = anInvoice('INV-2', 50_000n);
const third = anInvoice('INV-3', 20_000n);
const ALL = [first, second, third];

/** What is collected, as `INV-2 500.00`. */
function collected(invoices: readonly Invoice[], asked: AskedAmounts): string[] {
  return collectedParts(invoices, asked).map(({ invoiceId, amount }) => {
    const { number, currency } = invoices.find(({ id }) => id === invoiceId) ?? first;
    return `${number} ${formatMinor(amount, currency)}`;
  });
}

const refusal = (code: string, pointer?: string) =>
  expect.objectContaining({
    code,
    ...(pointer ? { options: { errors: [expect.objectContaining({ pointer })] } } : {}),
  });

const WHOLE = { allowed: false, minimum: null };

describe('what is collected of several invoices', () => {
  it('is all that is open, what is due first before the rest', () => {
    expect(collected(ALL, {})).toEqual(['INV-2 500.00', 'INV-3 200.00', 'INV-1 300.00']);
  });

  it('is a part by due date and then by number (portals, worked example 14)', () => {
    const asked = { amount: '600.00', parts: { allowed: true, minimum: null } };
    expect(collected(ALL, asked)).toEqual(['INV-2 500.00', 'INV-3 100.00']);
  });

  it('is not what is in dispute, unless more is asked for', () => {
    const disputed = [anInvoice('INV-4', 100_000n, { undisputed: 80_000n }), first];
    const undisputedOnly = true;
    expect(collected(disputed, { undisputedOnly })).toEqual(['INV-4 800.00', 'INV-1 300.00']);
    expect(collected(disputed, {})).toEqual(['INV-4 1000.00', 'INV-1 300.00']);
    const more = collected(disputed, { undisputedOnly, amount: '1150' });
    expect(more).toEqual(['INV-4 850.00', 'INV-1 300.00']);
  });

  it('is what is told of each', () => {
    const allocations = [
      { invoiceId: first.id, amount: '1.00' },
      { invoiceId: third.id, amount: '200.00' },
    ];
    expect(collected(ALL, { allocations })).toEqual(['INV-3 200.00', 'INV-1 1.00']);
    expect(collected(ALL, { allocations, amount: '201' })).toHaveLength(2);
    expect(() => collected(ALL, { allocations, amount: '200' })).toThrow(
      refusal('validation_failed', '/amount'),
    );
  });

  it('is never more than is open', () => {
    const above = [{ invoiceId: first.id, amount: '300.01' }];
    expect(() => collected(ALL, { allocations: above })).toThrow(
      refusal('payment_exceeds_balance', '/allocations/0/amount'),
    );
    expect(() => collected(ALL, { amount: '1000.01' })).toThrow(
      refusal('payment_exceeds_balance', '/amount'),
    );
  });

  it('is of the invoices that are named, once each', () => {
    const once = { invoiceId: first.id, amount: '1.00' };
    expect(() => collected(ALL, { allocations: [once, once] })).toThrow(
      refusal('validation_failed', '/allocations/1/invoiceId'),
    );
    expect(() => collected([second], { allocations: [once] })).toThrow(
      refusal('reference_not_found', '/allocations/0/invoiceId'),
    );
  });

  it('is nothing where all is in dispute', () => {
    const all = [anInvoice('INV-4', 100n, { undisputed: 0n })];
    expect(() => collected(all, { undisputedOnly: true })).toThrow(
      refusal('invoice_has_no_balance'),
    );
  });
});

describe('a part', () => {
  it.each([
    ['all that is open', '1000.00'],
    ['no amount', null],
  ] as const)('is not %s', (_, amount) => {
    expect(collected(ALL, { amount, parts: WHOLE })).toHaveLength(3);
  });

  it('is refused where the company takes none, of one invoice among others too', () => {
    expect(() => collected(ALL, { amount: '999.99', parts: WHOLE })).toThrow(
      refusal('partial_payment_not_allowed'),
    );
    const allocations = [{ invoiceId: first.id, amount: '299.99' }];
    expect(() => collected([first], { allocations, parts: WHOLE })).toThrow(
      refusal('partial_payment_not_allowed'),
    );
  });

  it('comes to the least that is taken', () => {
    const parts = { allowed: true, minimum: '50' };
    expect(collected(ALL, { amount: '50', parts })).toEqual(['INV-2 50.00']);
    expect(() => collected(ALL, { amount: '49.99', parts })).toThrow(
      refusal('payment_below_minimum', '/amount'),
    );
  });

  it('may be less where that is all', () => {
    const small = anInvoice('INV-9', 100n);
    expect(collected([small], { parts: { allowed: true, minimum: '50' } })).toEqual(['INV-9 1.00']);
  });

  it('is rounded up to the digits of the currency', () => {
    const yen = anInvoice('INV-9', 100n, { currency: 'JPY' });
    const parts = { allowed: true, minimum: '50.5' };
    expect(() => collected([yen], { amount: '50', parts })).toThrow('51 JPY');
    expect(collected([yen], { amount: '51', parts })).toEqual(['INV-9 51']);
  });
});

const anyOpen = fc
  .record({ balance: fc.bigInt(1n, 1_000n), disputed: fc.bigInt(0n, 1_000n), day: fc.nat(3) })
  .map(({ balance, disputed, day }) =>
    anInvoice('INV-1', balance, {
      undisputed: balance - (disputed > balance ? balance : disputed),
      dueDate: parseLocalDate(`2026-02-0${day + 1}`),
    }),
  );

test('whatever is asked for is collected to the cent, and of none more than is open', () => {
  const anyCase = fc.record({
    invoices: fc.array(anyOpen, { minLength: 1, maxLength: 8 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    undisputedOnly: fc.boolean(),
  });
  fc.assert(
    fc.property(anyCase, ({ invoices, share, undisputedOnly }) => {
      const open = sumOf(invoices.map(({ balance }) => balance));
      const asked = BigInt(Math.max(1, Math.floor(Number(open) * share)));
      const amount = formatMinor(asked, 'EUR');
      const parts = collectedParts(invoices, { amount, undisputedOnly });
      expect(sumOf(parts.map((part) => part.amount))).toBe(asked);
      const balances = new Map(invoices.map(({ id, balance }) => [id, balance]));
      for (const part of parts) {
        expect(part.amount > 0n && part.amount <= (balances.get(part.invoiceId) ?? 0n)).toBe(true);
      }
    }),
  );
});
