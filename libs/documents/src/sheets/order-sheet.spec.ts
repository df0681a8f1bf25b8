import { parseLocalDate } from '@quittance/calendar';
import { DOCUMENT_LANGUAGES } from '@quittance/company';
import { labelsOf } from '../labels/labels.js';
import { aPrintableOrder } from '../testing/a-printable-order.js';
import { aPrintableQuoteLine } from '../testing/a-printable-quote.js';
import { layOut } from './lay-out.js';
import type { PrintableOrder } from './printable-order.js';

const sheet = (over: Partial<PrintableOrder> = {}) => layOut(aPrintableOrder(over));
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '');

describe('the layout of an order', () => {
  it.each(DOCUMENT_LANGUAGES)('confirms it in %s, and only once it binds', (language) => {
    const labels = labelsOf(language);
    expect(sheet({ language }).title).toBe(labels.orderConfirmation);
    const draft = sheet({ language, confirmed: false, mark: 'draft' });
    expect([draft.title, draft.mark]).toEqual([labels.salesOrder, labels.draft]);
    expect(labels.salesOrder).not.toBe(labels.orderConfirmation);
  });

  it('says how it is known, wanted and delivered', () => {
    const { facts, paragraphs } = sheet({
      quoteNumber: 'Q-000007',
      poNumber: 'PO-7',
      requestedOn: parseLocalDate('2026-12-24'),
      deliveryDate: parseLocalDate('2026-12-23'),
      carrier: 'DHL',
      trackingNumber: 'JD0146',
      shippedOn: parseLocalDate('2026-12-20'),
    });
    expect(facts.map(({ label, value }) => `${label}: ${plain(value)}`)).toEqual(
      expect.arrayContaining([
        'Order no.: SO-000042',
        'Quote no.: Q-000007',
        'Your reference: PO-7',
        'Requested for: 24 Dec 2026',
        'Delivery on: 23 Dec 2026',
        'Shipped on: 20 Dec 2026',
        'Shipment: DHL JD0146',
      ]),
    );
    expect(paragraphs[0]?.heading).toBe('Deliver to');
  });

  it('adds what is asked for ahead, and what is paid of that, below its total', () => {
    const lines = [aPrintableQuoteLine({ kind: 'recurring', frequency: 'monthly' })];
    const { totals } = sheet({
      lines,
      oneOff: 0n,
      recurring: [{ frequency: 'monthly', total: 10_708n }],
      deposits: [
        { number: 'INV-1', total: 5000n, paid: 2000n },
        { number: 'INV-2', total: 100n, paid: 0n },
      ],
    });
    expect(totals.map(({ label, value }) => plain(`${label} ${value}`))).toEqual([
      'Subtotal 89.98',
      'Tax 17.10',
      'Total 107.08 EUR',
      'Monthly 107.08',
      'Deposit INV-1 50.00',
      'Paid -20.00',
      'Deposit INV-2 1.00',
    ]);
  });
});
