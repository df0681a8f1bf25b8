import type { Currency } from '@quittance/money';
import { NO_BANK_DETAILS, NO_TAX_REGISTRATIONS } from './ledger-account.js';
import { ledgerAccountColumns, type LedgerAccountState } from './ledger-account-patch.js';

const IBAN = 'DE89370400440532013000';
const state: LedgerAccountState = {
  ...NO_TAX_REGISTRATIONS,
  kind: 'supplier',
  name: 'Steel AG',
  bank: { ...NO_BANK_DETAILS, iban: IBAN },
  ownerId: null,
  defaultCurrency: 'EUR' as Currency,
  openingBalance: 0n,
  creditLimit: null,
};

test('a number that is said as a download masks it stays as it is', () => {
  const { bank } = ledgerAccountColumns(state, { bank: { iban: '••••3000', bic: 'COBADEFF' } });
  expect(bank).toMatchObject({ iban: IBAN, bic: 'COBADEFF' });
});

test.each([
  ['of another number', { iban: '••••3001' }],
  ['of no number', { accountNumber: '••••3000' }],
])('a mask %s is refused, and never kept', (_, bank) => {
  expect(() => ledgerAccountColumns(state, { bank })).toThrow(
    expect.objectContaining({ code: 'validation_failed' }) as Error,
  );
});

test.each([
  ['iban', 'DE89370400440532013001'],
  ['bic', 'SHORT'],
])('a wrong %s is refused where it is new, and never bars another change', (name, wrong) => {
  const send = (bank: LedgerAccountState['bank'], sent: object) => () =>
    ledgerAccountColumns({ ...state, bank }, { bank: sent });
  const pointer = `/bank/${name}`;
  expect(send(state.bank, { [name]: wrong })).toThrow(
    expect.objectContaining({
      options: expect.objectContaining({
        errors: [expect.objectContaining({ pointer })],
      }) as object,
    }) as Error,
  );
  const kept = { ...NO_BANK_DETAILS, [name]: wrong };
  expect(send(kept, { bankName: 'Old' })()).toMatchObject({ bank: { bankName: 'Old' } });
  expect(send(state.bank, { iban: 'DE89 3704 0044 0532 0130 00' })).not.toThrow();
});
