import type { CountryCells } from '@quittance/mass';
import type { FieldError } from '@quittance/kernel';
import { settledBy, importedStatus, type ImportedInvoice } from './imported-invoice.js';
import { readDate, readRow, type KnownOfRow, type RawRow } from './read-row.js';

const ROW: RawRow = {
  countryCode: '391',
  customerID: '0379-NEVHP',
  PaperlessDate: '4/6/2013',
  invoiceNumber: '611365',
  InvoiceDate: '1/2/2013',
  DueDate: '2/1/2013',
  InvoiceAmount: '55.94',
  Disputed: 'No',
  SettledDate: '1/15/2013',
  PaperlessBill: 'Paper',
  DaysToSettle: '13',
  DaysLate: '0',
};

function read(
  changes: RawRow = {},
  country: CountryCells = {},
): KnownOfRow & { errors: FieldError[] } {
  const errors: FieldError[] = [];
  const terms = { currency: 'USD', ...country };
  return { ...readRow({ ...ROW, ...changes }, 7, terms, errors), errors };
}

const faults = (changes: RawRow) =>
  read(changes).errors.map(({ pointer, code }) => `${pointer} ${code}`);

describe('a row of an import', () => {
  test('is read with the columns of the accounts-receivable file', () => {
    expect(read()).toEqual({
      errors: [],
      reference: '611365',
      currency: 'USD',
      row: {
        line: 7,
        customer: '0379-NEVHP',
        customerName: null,
        reference: '611365',
        issueDate: '2013-01-02',
        dueDate: '2013-02-01',
        currency: 'USD',
        amount: 5594n,
        disputed: false,
        settledOn: '2013-01-15',
      },
    });
  });

  test('may name its columns in any case, its currency, and dates the usual way', () => {
    const { row } = read({
      Currency: 'kwd',
      InvoiceAmount: '55.945',
      'Customer Name': 'Acme',
      InvoiceDate: '2013-01-02',
    });
    expect(row).toMatchObject({ currency: 'KWD', amount: 55945n, customerName: 'Acme' });
  });

  test('has numbers and days as its country writes them, and tells what could be another', () => {
    const german = { decimal: 'comma', dates: 'dmy' } as const;
    const days = { InvoiceDate: '02.01.2013', DueDate: '1.2.2013', SettledDate: '15.01.2013' };
    const { row } = read({ ...days, InvoiceAmount: '1.234,50' }, german);
    expect(row).toMatchObject({ amount: 123450n, issueDate: '2013-01-02', dueDate: '2013-02-01' });
    const { errors } = read({ ...days, InvoiceAmount: '1.234', DueDate: '31.02.2013' }, german);
    expect(errors.map(({ pointer, code }) => [pointer, code]).sort()).toEqual([
      ['/7/DueDate', 'format'],
      ['/7/InvoiceAmount', 'ambiguous'],
    ]);
  });

  test('without a settled date is open', () => {
    expect(read({ SettledDate: '' }).row?.settledOn).toBeNull();
    expect(read({ SettledDate: null }).row?.settledOn).toBeNull();
  });

  test('tells everything that is wrong with it at once, with its line', () => {
    const { row, errors } = read({ customerID: ' ', InvoiceDate: '2/30/2013', Disputed: 'maybe' });
    expect(row).toBeUndefined();
    expect(errors).toEqual([
      {
        pointer: '/7/InvoiceDate',
        code: 'format',
        message: 'Line 7: InvoiceDate must be a date as YYYY-MM-DD or month/day/year',
      },
      { pointer: '/7/customerID', code: 'required', message: 'Line 7: customerID is missing' },
      { pointer: '/7/Disputed', code: 'enum', message: 'Line 7: Disputed must be Yes or No' },
    ]);
  });

  test('that is faulty is known by its number and its currency all the same', () => {
    expect(read({ DueDate: 'soon', Currency: 'eur' })).toMatchObject({
      row: undefined,
      reference: '611365',
      currency: 'EUR',
    });
    expect(read({ Currency: 'XXX' }).currency).toBeUndefined();
  });

  test.each([
    [{ InvoiceAmount: '0.00' }, '/7/InvoiceAmount min'],
    [{ InvoiceAmount: '-5' }, '/7/InvoiceAmount min'],
    [{ InvoiceAmount: '5.999' }, '/7/InvoiceAmount format'],
    [{ InvoiceAmount: '1,000' }, '/7/InvoiceAmount format'],
    [{ InvoiceAmount: '1e3' }, '/7/InvoiceAmount format'],
    [{ InvoiceAmount: '1000000000000' }, '/7/InvoiceAmount format'],
    [{ InvoiceAmount: 1234567890123456 }, '/7/InvoiceAmount precision'],
    [{ InvoiceAmount: '' }, '/7/InvoiceAmount required'],
    [{ Currency: 'XXX' }, '/7/Currency enum'],
    [{ DueDate: '1/1/2013' }, '/7/DueDate min'],
    [{ SettledDate: 'never' }, '/7/SettledDate format'],
    [{ invoiceNumber: '' }, '/7/invoiceNumber required'],
    [{ invoiceNumber: 'x'.repeat(201) }, '/7/invoiceNumber max_length'],
    [{ customerID: 'a\u0000b' }, '/7/customerID format'],
    [{ customerID: '\ud800' }, '/7/customerID format'],
    [{ customerID: ['x'] }, '/7/customerID type'],
    [{ status: 'paid' }, '/7/status unknown_field'],
    [{ constructor: 'x' }, '/7/constructor unknown_field'],
    [{ 'a/b~c': 'x' }, '/7/a~1b~0c unknown_field'],
  ])('%o is refused', (changes, fault) => {
    expect(faults(changes)).toContain(fault);
  });
});

test.each([
  ['2/29/2012', '2012-02-29'],
  ['02/01/2013', '2013-02-01'],
  ['2013-02-01', '2013-02-01'],
  ['2/29/2013', undefined],
  ['13/1/2013', undefined],
  ['1/2/13', undefined],
  ['1.2.2013', undefined],
  ['0/1/2013', undefined],
])('the date %o is %o', (text, date) => {
  expect(readDate(text)).toBe(date);
});

describe('an imported invoice as of a day', () => {
  const row = (changes: RawRow = {}) => read(changes).row as ImportedInvoice;
  const on = (date: string) => readDate(date)!;

  test('is paid from the day it was settled', () => {
    expect(importedStatus(row(), on('2013-01-14'))).toBe('sent');
    expect(importedStatus(row(), on('2013-01-15'))).toBe('paid');
    expect(settledBy(row(), on('2013-01-14'))).toBeNull();
  });

  test('is overdue after its due day, not on it', () => {
    const open = row({ SettledDate: '' });
    expect(importedStatus(open, on('2013-02-01'))).toBe('sent');
    expect(importedStatus(open, on('2013-02-02'))).toBe('overdue');
  });

  test('is disputed until it is settled', () => {
    const disputed = row({ Disputed: 'YES' });
    expect(importedStatus(disputed, on('2013-01-14'))).toBe('disputed');
    expect(importedStatus(disputed, on('2013-03-01'))).toBe('paid');
  });
});
