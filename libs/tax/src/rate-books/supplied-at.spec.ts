import { at, BOOK, caseRequest, digital, service, type Case } from '../testing/tax-cases.js';
import { RateBook } from './rate-book.js';

function foundAt(sale: Case): string {
  const request = caseRequest(sale);
  const [line] = request.lines;
  const explained = line && new RateBook(BOOK).taxation(request).explain?.(line, 0);
  if (!explained) throw new Error('One line in, one line out');
  const { country, region, postalCode, foundBy } = explained.place;
  return [foundBy, country, region, postalCode].filter((part) => part !== null).join(' ');
}

const nowhere = { customer: { ...caseRequest({ seller: 'DE', to: '', buyer: 'C' }).customer } };
const unplaced = { customer: { ...nowhere.customer, country: null } };
const bengaluru = { customer: { ...nowhere.customer, country: 'IN', taxRegistration: '29' } };

it.each<[string, Case, string]>([
  [
    'an immovable where the line says',
    { seller: 'DE', to: 'FR', buyer: 'B+FR', line: at('immovable', 'AT/6020') },
    'line AT 6020',
  ],
  [
    'of what is at no place of its own the customer, whatever the line says',
    {
      seller: 'DE',
      to: 'FR',
      buyer: 'B+FR',
      line: { ...service, placeOf: at('event', 'AT').placeOf },
    },
    'customer FR',
  ],
  [
    'goods within a state where they are delivered',
    { seller: 'DE', to: 'FR', shipTo: 'DE/10115', buyer: 'C' },
    'delivery DE 10115',
  ],
  [
    'a service at home with the customer',
    { seller: 'DE', to: 'DE', buyer: 'C', line: service },
    'customer DE',
  ],
  [
    'a service to a business abroad there',
    { seller: 'DE', to: 'CH', buyer: 'B', line: service },
    'customer CH',
  ],
  [
    'a service to a consumer abroad at home',
    { seller: 'DE', to: 'CH', buyer: 'C', line: service },
    'beginning DE',
  ],
  ['goods that are exported at home', { seller: 'DE', to: 'CH', buyer: 'B' }, 'beginning DE'],
  [
    'distance sales below the threshold at home',
    { seller: 'DE', to: 'AT', buyer: 'C', sales: 'below' },
    'beginning DE',
  ],
  [
    'digital services under a One-Stop-Shop there',
    { seller: 'DE DE!oss_union', to: 'FR', buyer: 'C', line: digital },
    'customer FR',
  ],
  [
    'where nobody knows the customer, the seller',
    { seller: 'DE', to: 'DE', buyer: 'C', over: unplaced },
    'no_address DE',
  ],
  [
    'within Texas where goods come from',
    { seller: 'US-TX', to: 'US-TX/75001', buyer: 'C' },
    'origin US TX',
  ],
  [
    'within California where they go',
    { seller: 'US-CA', to: 'US-CA/90001', buyer: 'C' },
    'customer US CA 90001',
  ],
  [
    'in India the state of the registration',
    { seller: 'IN-MH', to: 'IN-MH', buyer: 'B+29AABCU9603R1ZJ' },
    'tax_registration IN KA',
  ],
])('%s', (_, sale, found) => {
  expect(foundAt(sale)).toBe(found);
});

it('is no state of a number that nobody gives out', () => {
  const sale = { seller: 'IN-MH', to: 'IN-MH', buyer: 'B', over: bengaluru };
  expect(foundAt(sale)).toBe('customer IN');
});
