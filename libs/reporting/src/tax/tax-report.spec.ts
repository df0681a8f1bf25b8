import { parseLocalDate } from '@quittance/calendar';
import { declaredUnder, type Declarer } from './tax-report.js';

const SHOP = { country: 'DE', number: 'DE111111125', scheme: 'oss_union' } as const;
const by = (...registrations: readonly object[]): Declarer => ({
  country: 'DE',
  registrations: [{ country: 'DE', number: 'DE111111125' }, ...registrations] as never,
  on: parseLocalDate('2026-06-30'),
});

const exempt = { category: 'E', reason: 'exempt_code', jurisdiction: 'FR' } as const;

describe('what the law of another member state exempts', () => {
  it('is of the One-Stop-Shop where nothing else is registered there', () => {
    const shop = { scheme: 'oss_union', country: 'FR', registration: 'DE111111125' };
    expect(declaredUnder(exempt, by(SHOP))).toMatchObject(shop);
    expect(declaredUnder({ ...exempt, category: 'Z' }, by(SHOP))).toMatchObject(shop);
  });

  it('is of a registration there, or of the country itself without any shop', () => {
    const french = { country: 'FR', number: 'FR40303265045' };
    const own = { scheme: 'normal', country: 'FR', registration: french.number };
    expect(declaredUnder(exempt, by(SHOP, french))).toMatchObject(own);
    expect(declaredUnder(exempt, by())).toMatchObject({ scheme: 'normal', registration: null });
    const ended = { ...SHOP, validTo: '2026-05-31' };
    expect(declaredUnder(exempt, by(ended))).toMatchObject({ scheme: 'normal' });
  });

  it('at home is declared at home, and outside of the Union as ever', () => {
    const home = { ...exempt, jurisdiction: 'DE' };
    expect(declaredUnder(home, by(SHOP))).toMatchObject({ scheme: 'normal', country: 'DE' });
    const swiss = { ...exempt, jurisdiction: 'CH' };
    expect(declaredUnder(swiss, by(SHOP))).toMatchObject({ scheme: 'normal', country: 'CH' });
  });
});

it('the tax of a province is declared under its own registration, where there is one', () => {
  const registrations = [
    { country: 'CA', number: '123456789RT0001' },
    { country: 'CA', region: 'CA-bc', number: 'PST-1234-5678' },
  ] as never;
  const canada = { country: 'CA', registrations, on: parseLocalDate('2026-06-30') };
  const taxed = { category: 'S', reason: 'taxed' } as const;
  const number = (jurisdiction: string) =>
    declaredUnder({ ...taxed, jurisdiction }, canada).registration;
  expect(number('CA-BC')).toBe('PST-1234-5678');
  expect(number('CA-ON')).toBe('123456789RT0001');
  expect(number('CA')).toBe('123456789RT0001');
});

it('the tax that an engine has told is declared where its place says, or else at home', () => {
  const registrations = [
    { country: 'US', region: 'TX', number: 'TX-1' },
    { country: 'US', region: 'New York', number: 'NY-1' },
  ] as never;
  const states = { country: 'US', registrations, on: parseLocalDate('2026-06-30') };
  const taxed = { category: 'S', reason: 'taxed' } as const;
  const under = (jurisdiction: string) => declaredUnder({ ...taxed, jurisdiction }, states);
  expect(under('US-TX (TEXAS State)')).toMatchObject({
    country: 'US',
    region: 'TX',
    registration: 'TX-1',
  });
  expect(under('US-NY/NEW YORK')).toMatchObject({ region: 'NY', registration: 'NY-1' });
  for (const name of ['TEXAS (State)', 'WINSTON-SALEM (City)']) {
    expect(under(name)).toMatchObject({ country: 'US', region: null });
  }
});

describe('what was supplied under a registration that has ended since', () => {
  const french = { country: 'FR', validTo: '2026-05-31', number: 'FR40303265045' };
  const taxed = { category: 'S', reason: 'taxed', jurisdiction: 'FR' } as const;

  it('is declared under that, and under no older one', () => {
    const older = { country: 'FR', validTo: '2026-01-31', number: 'FR11111111111' };
    const { registration } = declaredUnder(taxed, by(older, french));
    expect(registration).toBe(french.number);
  });

  it('is declared under another that is in force, and under none that is still to begin', () => {
    const next = { country: 'FR', number: 'FR22222222222' };
    const later = { ...next, validFrom: '2026-07-01' };
    expect(declaredUnder(taxed, by(french, next)).registration).toBe(next.number);
    expect(declaredUnder(taxed, by(later)).registration).toBeNull();
  });

  it('is of the One-Stop-Shop that it was declared under', () => {
    const shop = { ...SHOP, scheme: 'oss_non_union', validTo: '2026-05-31' };
    const sold = { ...taxed, reason: 'one_stop_shop' } as const;
    const declared = { scheme: 'oss_non_union', registration: SHOP.number };
    expect(declaredUnder(sold, by(shop))).toMatchObject(declared);
  });
});

it('the tax of India is declared under the number of the state that is supplied from', () => {
  const registrations = [
    { country: 'IN', number: '29AAGCB7383J1Z4' },
    { country: 'IN', number: '27AAPFU0939F1ZV' },
  ] as never;
  const taxed = { category: 'S', reason: 'taxed', jurisdiction: 'IN' } as const;
  const number = (region: string | null) =>
    declaredUnder(taxed, { country: 'IN', region, registrations, on: parseLocalDate('2026-06-30') })
      .registration;
  expect([number('MH'), number('KA'), number('DL'), number(null)]).toEqual([
    '27AAPFU0939F1ZV',
    '29AAGCB7383J1Z4',
    '29AAGCB7383J1Z4',
    '29AAGCB7383J1Z4',
  ]);
});
