import { text } from '@quittance/fields';
import { lineAmount, system } from '@quittance/nouns';
import type { ListDefinition } from '@quittance/lists';
import { portalObject } from './portal-object.js';
import { refuseOpenPrices, seenOf, type Says } from './shown-members.js';

interface Parcel {
  readonly number: string;
  readonly secret: string;
  readonly total: string;
  readonly orderId: string | null;
  readonly lines: readonly { readonly description: string; readonly net: string }[];
}

const SAYS: Says<Parcel> = {
  number: 'plain',
  secret: 'nobody',
  total: 'price',
  orderId: 'orders',
  lines: { description: 'plain', net: 'price' },
};
const parcel: Parcel = {
  number: 'P-1',
  secret: 's',
  total: '1.00',
  orderId: null,
  lines: [{ description: 'A', net: '1.00' }],
};

it('shows what the rights allow, and leaves the rest out', () => {
  expect(seenOf(SAYS, parcel, new Set())).toEqual({
    number: 'P-1',
    lines: [{ description: 'A' }],
  });
  const { secret: _, ...all } = parcel;
  expect(seenOf(SAYS, parcel, new Set(['seePricing', 'viewOrders']))).toEqual(all);
});

it('knows a member of a row that nobody has spoken of for none', () => {
  const row = { ...parcel, newborn: 'x' };
  expect(seenOf(SAYS, row as Parcel, new Set(['seePricing']))).not.toHaveProperty('newborn');
});

it('lets no price be told to everybody, however deep', () => {
  expect(() => refuseOpenPrices('parcel', { lines: { net: 'plain' } })).toThrow(
    'parcel.lines.net is a price',
  );
  expect(() => refuseOpenPrices('parcel', { currency: 'invoices' })).toThrow('is a price');
});

it('lets no member that holds money be told to everybody, whatever it is called', () => {
  const members = { number: system(text('Number')), worth: system(lineAmount('Worth')) };
  const list = { fields: {} } as ListDefinition<object, { number: string; worth: string }>;
  const told = (worth: 'plain' | 'price') => ({
    name: 'parcel',
    list,
    within: () => 'true',
    says: { number: 'plain', worth } as const,
  });
  expect(() => portalObject({ members }, told('plain'))).toThrow('parcel.worth holds money');
  expect(() => portalObject({ members }, told('price'))).not.toThrow();
});
