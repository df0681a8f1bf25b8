import { newId } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import fc from 'fast-check';
import { allocateCredit, type OpenCredit, type OpenInvoice } from './allocate-credit.js';

const ACCOUNT = newId<'account'>();

function aNote(remaining: bigint, facts: Partial<OpenCredit> = {}): OpenCredit {
  return {
    id: newId<'credit-note'>(),
    kind: 'credit',
    status: 'issued',
    accountId: ACCOUNT,
    currency: 'EUR',
    invoiceId: null,
    remaining,
    issueDate: parseLocalDate('2026-03-01'),
    ...facts,
  };
}

function anInvoice(balance: bigint, facts: Partial<OpenInvoice> = {}): OpenInvoice {
  return {
    id: newId<'invoice'>(),
    accountId: ACCOUNT,
    currency: 'EUR',
    issueDate: parseLocalDate('2026-02-01'),
    balance,
    ...facts,
  };
}

const on = (date: string) => ({ issueDate: parseLocalDate(date) });

/** Which note gives how much to which invoice, by their places in the lists. */
function shared(notes: OpenCredit[], invoices: OpenInvoice[]): [number, number, bigint][] {
  return allocateCredit(notes, invoices).map(({ note, invoice, amount }) => [
    notes.indexOf(note),
    invoices.indexOf(invoice),
    amount,
  ]);
}

describe('allocateCredit', () => {
  it('gives the oldest note to the oldest invoice, whatever order they come in', () => {
    const notes = [aNote(50n, on('2026-03-05')), aNote(30n, on('2026-03-04'))];
    const invoices = [anInvoice(60n, on('2026-02-02')), anInvoice(40n, on('2026-02-01'))];
    expect(shared(notes, invoices)).toEqual([
      [1, 1, 30n],
      [0, 1, 10n],
      [0, 0, 40n],
    ]);
  });

  it('gives a note to the invoice it refers to first', () => {
    const invoices = [anInvoice(60n, on('2026-02-01')), anInvoice(40n, on('2026-02-02'))];
    const invoiceId = invoices[1]?.id ?? null;
    expect(shared([aNote(50n, { invoiceId })], invoices)).toEqual([
      [0, 1, 40n],
      [0, 0, 10n],
    ]);
    expect(shared([aNote(50n, { invoiceId, kind: 'on_account' })], invoices)).toEqual([
      [0, 0, 50n],
    ]);
  });

  it('stays with its account and currency', () => {
    const others = [
      anInvoice(9n, { accountId: newId<'account'>() }),
      anInvoice(9n, { currency: 'USD' }),
    ];
    expect(shared([aNote(50n)], others)).toEqual([]);
  });

  it.each(['draft', 'applied', 'void'] as const)('leaves a note that is %s alone', (status) => {
    expect(shared([aNote(5n, { status })], [anInvoice(5n)])).toEqual([]);
  });

  it('gives nothing to an invoice that is paid', () => {
    expect(shared([aNote(5n)], [anInvoice(0n)])).toEqual([]);
  });

  it('never gives more than there is or is open, and leaves both only when one is used up', () => {
    const amounts = fc.array(fc.bigInt({ min: 0n, max: 100n }), { maxLength: 6 });
    fc.assert(
      fc.property(amounts, amounts, (credits, balances) => {
        const notes = credits.map((each) => aNote(each));
        const invoices = balances.map((each) => anInvoice(each));
        const allocated = allocateCredit(notes, invoices);
        const sum = (list: readonly bigint[]) => list.reduce((all, each) => all + each, 0n);
        const [credit, open] = [sum(credits), sum(balances)];
        expect(sum(allocated.map(({ amount }) => amount))).toBe(credit < open ? credit : open);
        for (const { id, remaining } of notes) {
          const given = sum(allocated.filter((a) => a.note.id === id).map((a) => a.amount));
          expect(given <= remaining).toBe(true);
        }
        for (const { id, balance } of invoices) {
          const taken = sum(allocated.filter((a) => a.invoice.id === id).map((a) => a.amount));
          expect(taken <= balance).toBe(true);
        }
      }),
    );
  });
});
