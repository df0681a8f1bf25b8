import { NO_ADDRESS } from '@quittance/company';
import { labelsOf } from '../labels/labels.js';
import { aPrintableInvoice } from '../testing/a-printable-invoice.js';
import { groundsOf } from './tax-grounds.js';

const sellerIn = (country: string) => ({
  ...aPrintableInvoice().seller,
  address: { ...NO_ADDRESS, country },
});

const ground = (category: string, reason: string, country = 'DE') =>
  groundsOf(
    { seller: sellerIn(country) },
    labelsOf('en'),
  )({
    decision: { category, reason },
  } as Parameters<ReturnType<typeof groundsOf>>[0]);

describe('the ground of a line without tax', () => {
  it.each([
    [
      'E',
      'small_business',
      'No VAT charged: small business exemption (Article 284, Directive 2006/112/EC)',
      null,
    ],
    ['E', 'margin_second_hand', 'Margin scheme – second-hand goods', 'VATEX-EU-F'],
    ['E', 'margin_art', 'Margin scheme – works of art', 'VATEX-EU-I'],
    ['E', 'margin_antiques', "Margin scheme – collector's items and antiques", 'VATEX-EU-J'],
    ['E', 'margin_travel', 'Margin scheme – travel agents', 'VATEX-EU-309'],
    ['AE', 'reverse_charge', 'Reverse charge (Article 196, Directive 2006/112/EC)', 'VATEX-EU-AE'],
    [
      'AE',
      'triangulation',
      'Reverse charge (Article 42, 141, 197, Directive 2006/112/EC)',
      'VATEX-EU-AE',
    ],
    [
      'AE',
      'foreign_reverse_charge',
      'Reverse charge (Article 194, Directive 2006/112/EC)',
      'VATEX-EU-AE',
    ],
    [
      'K',
      'intra_community',
      'VAT-exempt intra-Community supply (Article 138, Directive 2006/112/EC)',
      'VATEX-EU-IC',
    ],
    ['O', 'out_of_scope', 'Outside the scope of tax', 'VATEX-EU-O'],
  ])('%s %s', (category, reason, note, reasonCode) => {
    expect(ground(category, reason)).toEqual({ reason: note, note, reasonCode });
  });

  it('is not printed where nothing but the seller keeps it out of the scope', () => {
    expect(ground('O', 'not_registered').note).toBeNull();
  });

  it('of a dealer under the composition scheme is in the words of the Indian rules', () => {
    expect(ground('E', 'composition', 'IN').note).toBe(
      'composition taxable person, not eligible to collect tax on supplies',
    );
  });
});
