import { aPrintableInvoice, aSeller } from '../testing/a-printable-invoice.js';
import type { PrintableInvoice } from '../sheets/printable-document.js';
import { eInvoiceOf } from './e-invoice-of.js';
import { nationalFaults } from './national-rules.js';

/** What is wrong with an invoice of a seller in a country to a customer there. */
function faults(
  country: string,
  vat: string,
  seller: Partial<PrintableInvoice['seller']> = {},
): string[] {
  const address = { ...aSeller().address, country };
  const document = aPrintableInvoice({
    seller: aSeller({ address, taxRegistrations: [{ country, number: vat }], ...seller }),
    buyer: { ...aPrintableInvoice().buyer, address },
  });
  return nationalFaults(eInvoiceOf(document, 'peppol-bis-3')).map(({ rule }) => rule);
}

it.each([
  ['DK', 'DK12345674', { registrationNumber: null }, ['DK-R-014']],
  ['GR', 'EL123456789', {}, ['GR-R-001-1', 'GR-R-004-1']],
  ['IS', 'IS12345', { registrationNumber: '12' }, ['IS-R-002', 'IS-R-004']],
  ['NL', 'NL123456789B01', { registrationNumber: '1' }, ['NL-R-003']],
  ['NL', 'NL123456789B01', { registrationNumber: '12345678' }, []],
  ['NO', 'NO974760673MVA', {}, []],
  ['NO', 'NO974760674MVA', {}, ['NO-R-001']],
  // Of the rates of the line here, 19 percent, Sweden has none.
  ['SE', 'SE556036079301', { registrationNumber: '5560360793' }, ['SE-R-006']],
  ['SE', 'SE556036079301', { registrationNumber: '5560360794' }, ['SE-R-013', 'SE-R-006']],
  ['FR', 'FR40303265045', {}, []],
])('a seller in %s with %s is asked what its country asks', (country, vat, seller, rules) => {
  expect(faults(country, vat, seller)).toEqual(rules);
});

it('a Danish customer pays to the bank that an IBAN is of', () => {
  const bankAccount = { ...aSeller().bankAccount, iban: 'DK5000400440116243' };
  const seller = { registrationNumber: '12345674', bankAccount };
  expect(faults('DK', 'DK12345674', seller)).toEqual([]);
});
