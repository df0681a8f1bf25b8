import { aPrintableInvoice } from '../testing/a-printable-invoice.js';
import { layOut } from './lay-out.js';

describe('an invoice on paper', () => {
  it('calls the tax of a harmonized province of Canada by its name, in French too', () => {
    const tax = { kind: 'vat', rate: '13', base: 10010n, tax: 1301n };
    const names = (jurisdiction: string, language: 'en' | 'fr') =>
      layOut(aPrintableInvoice({ language, taxes: [{ ...tax, jurisdiction }] })).taxes?.rows;
    expect(names('CA-ON', 'en')?.[0]?.[0]).toMatch(/^HST 13/);
    expect(names('CA-ON', 'fr')?.[0]?.[0]).toMatch(/^TVH 13/);
    expect(names('CA', 'en')?.[0]?.[0]).toMatch(/^VAT 13/);
  });

  it('asks by the code for what is not disputed, and by none where all of it is', () => {
    const payment = (disputed: bigint, paymentLink: string | null = null) =>
      layOut(aPrintableInvoice({ disputed, paymentLink })).payment;
    expect(payment(3000n)?.qr?.content).toContain('EUR77.08');
    const whole = payment(10708n, 'https://pay.example/1');
    expect([whole?.link, whole?.qr]).toEqual([null, null]);
    expect(whole?.facts).not.toEqual([]);
  });
});
