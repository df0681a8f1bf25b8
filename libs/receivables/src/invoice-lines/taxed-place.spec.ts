import { NO_ADDRESS, type PostalAddress } from '@quittance/company';
import type { Invoice } from '../invoices/invoice.description.js';
import { isTaxedElsewhere } from './taxed-place.js';

/** As in `DE 10115`, or `ES-CN 35001` with its region. */
function at(text: string): PostalAddress {
  const [, country = null, region = null, postalCode = null] =
    /^([A-Z]{2})?(?:-([A-Z]+))?(?: ?(.+))?$/.exec(text) ?? [];
  return { ...NO_ADDRESS, country, region, postalCode };
}

/** An invoice of a customer in Berlin. */
const sent = (deliveryAddress: PostalAddress | null) =>
  ({ deliveryAddress, billTo: { address: at('DE 10115') } }) as Pick<
    Invoice,
    'deliveryAddress' | 'billTo'
  >;

test.each<[string, string | null, string | null, boolean]>([
  ['another street', 'DE 27498', 'DE 27498', false],
  ['another town', 'DE 10115', 'DE 50667', false],
  ['another country', 'DE 10115', 'AT 1010', true],
  ['another region', 'IN-KA 560001', 'IN-MH 400001', true],
  ['a region where none was told', 'IN', 'IN-MH 400001', false],
  ['Heligoland from Berlin', 'DE 10115', 'DE 27498', true],
  ['Berlin from Heligoland', 'DE 27498', 'DE D-10115', true],
  ['Heligoland without its postal code', 'DE 27498', 'DE', true],
  ['Heligoland, of the customer’s country', null, '27498', true],
  ['the customer’s address from Heligoland', 'DE 27498', null, true],
  ['Büsingen from Heligoland', 'DE 27498', 'DE 78266', true],
  ['the Canary Islands by postal code', 'ES 28001', 'ES 35001', true],
  ['the Canary Islands by region', 'ES 28001', 'ES-CN', true],
  ['from Tenerife to Gran Canaria', 'ES 38001', 'ES 35001', false],
  ['Livigno', 'IT 20121', 'IT 23041', true],
  ['Åland', 'FI 00100', 'FI 22100', true],
  ['Northern Ireland', 'GB SW1A 1AA', 'GB BT1 1AA', true],
  ['Great Britain from Northern Ireland', 'GB BT1 1AA', 'GB M1 1AE', true],
  ['no place from none', null, '', false],
  ['no place from another country', 'AT 1010', '', true],
  ['the customer’s address again', 'DE', null, false],
])('the tax of %s', (_, told, to, expected) => {
  const address = (text: string | null) => (text === null ? null : at(text));
  expect(isTaxedElsewhere(sent(address(told)), address(to))).toBe(expected);
});
