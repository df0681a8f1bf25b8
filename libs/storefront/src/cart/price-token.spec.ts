import { newId, type AccountId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { PriceTokens, type ShownTotals } from './price-token.js';

const key = { id: 'k', key: Buffer.alloc(32, 7) };
const tokens = new PriceTokens({ secretsKeys: [key] as never });
const place = { companyId: newId<'company'>(), portalUserId: newId<'portal-user'>() };
const shown = (net: bigint, taxes: Readonly<Record<string, bigint>> = { vat: net / 5n }) => {
  const accountId = newId<'account'>() as AccountId;
  const tax = Object.values(taxes).reduce((sum, each) => sum + each, 0n);
  const of = { accountId, version: 3, currency: 'EUR' as Currency, pricesIncludeTax: true };
  return { ...of, net, tax, taxes } as ShownTotals;
};

describe('a price token', () => {
  it.each([0n, 7n, -12n, 10n ** 24n])('says to its user what was shown: %s', (net) => {
    const said = shown(net);
    expect(tokens.read(place, tokens.of(place, said))).toEqual(said);
  });

  it('is of nobody else', () => {
    const token = tokens.of(place, shown(5n));
    expect(tokens.read({ ...place, portalUserId: newId<'portal-user'>() }, token)).toBeUndefined();
    expect(tokens.read(place, `${token.slice(0, -6)}AAAAAA`)).toBeUndefined();
  });

  it('has one length, whatever the sums are', () => {
    const sums = [0n, 9n, 10n, 99_999n, 100_000n, 10n ** 15n, -(10n ** 15n)];
    const lengths = new Set(sums.map((net) => tokens.of(place, shown(net)).length));
    expect(lengths.size).toBe(1);
  });
});
