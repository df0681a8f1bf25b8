import { at, outcomeAndWarnings, place, price, service, type Case } from '../testing/tax-cases.js';

describe('a company that names no registration', () => {
  const presumed = ' + registration_presumed';
  it.each<[string, Partial<Case>, string]>([
    ['at home', { to: 'DE' }, 'S 19 taxed'],
    ['abroad, where a starter set has rates', { to: 'CH' }, 'G 0 export'],
    ['in a state with rates', { to: 'US-TX' }, 'G 0 export'],
    ['in Great Britain', { to: 'GB' }, 'G 0 export'],
    ['in Japan', { to: 'JP' }, 'G 0 export'],
    ['in India', { to: 'IN-MH' }, 'G 0 export'],
    ['a service abroad', { to: 'CH', buyer: 'B', line: service }, 'O 0 service_abroad'],
    ['a service for a consumer abroad', { to: 'CH', line: service }, 'S 19 taxed'],
    ['within the Union', { to: 'FR', sales: 'below' }, 'S 19 taxed'],
    ['beyond the threshold', { to: 'FR', sales: 'exceeded' }, '? 0 registration_required'],
    ['to a business of another state', { to: 'FR', buyer: 'B+FR' }, 'K 0 intra_community'],
  ])('is taken for registered at its seat alone: %s', (_, sale, expected) => {
    const told = outcomeAndWarnings({ seller: '', buyer: 'C', to: 'DE', ...sale });
    expect(told.startsWith(expected)).toBe(true);
    expect(told.includes(presumed)).toBe(sale.to !== 'DE');
  });

  it('charges all of Canada’s taxes at home, and none of them to it from abroad', () => {
    const sale = { seller: '', seat: 'CA-BC', buyer: 'C', to: 'CA-BC' } as const;
    expect(outcomeAndWarnings(sale)).toBe('S 12 taxed');
    expect(outcomeAndWarnings({ ...sale, seat: 'DE' })).toContain('G 0 export');
  });
});

describe('goods to a business that has no id of another state', () => {
  it.each<[string, Case['seller'], Case['buyer'], Partial<Case>]>([
    ['none, under a One-Stop-Shop', 'DE DE!oss_union', 'B', {}],
    ['none, with a registration there', 'DE FR', 'B', {}],
    ['none, beyond the threshold', 'DE', 'B', { sales: 'exceeded' }],
    ['a mistyped one', 'DE DE!oss_union', 'B+FR00303265045', {}],
    ['one of the state of departure', 'DE DE!oss_union', 'B+DE', {}],
  ])('are taxed where they leave: %s', (_, seller, buyer, over) => {
    const told = outcomeAndWarnings({ seller, to: 'FR', buyer, ...over });
    expect(told).toBe('S 19 taxed + id_of_another_state_missing');
  });

  it('are a distance sale to whoever is no business', () => {
    const shop = { seller: 'DE DE!oss_union', to: 'FR' } as const;
    expect(outcomeAndWarnings({ ...shop, buyer: 'C' })).toBe('S 20 one_stop_shop');
    expect(outcomeAndWarnings({ ...shop, buyer: 'V' })).toContain('S 20 one_stop_shop');
  });
});

describe('what is carried for a business', () => {
  const carried = (from: string) => ({ supply: 'goods_transport', placeOf: place(from) }) as const;
  it.each<[string, Partial<Case>, string]>([
    ['outside the Union', { to: 'CH', buyer: 'B', line: carried('DE') }, 'O 0 service_abroad'],
    ['of the own state', { to: 'DE', buyer: 'B+DE', line: carried('AT') }, 'S 19 taxed'],
    ['of another state', { to: 'FR', buyer: 'B+FR', line: carried('DE') }, 'AE 0 reverse_charge'],
    ['without an id', { to: 'DE', buyer: 'B', line: carried('AT') }, '? 0 registration_required'],
    ['a consumer', { to: 'CH', buyer: 'C', line: carried('DE') }, 'S 19 taxed'],
  ])('is supplied where the business is: %s', (_, sale, expected) => {
    const told = outcomeAndWarnings({ seller: 'DE', to: 'DE', buyer: 'C', ...sale });
    expect(told.startsWith(expected)).toBe(true);
  });
});

describe('what takes place abroad for somebody in India', () => {
  it.each(['event', 'immovable'] as const)('is a supply between states: %s', (kind) => {
    const seller = 'IN-MH~2026-01-01:2026-12-31';
    const sale = { seller, to: 'IN-MH', line: at(kind, 'US-TX', 'standard') } as const;
    for (const buyer of ['B', 'C']) {
      const [line] = price({ ...sale, buyer }).lines;
      expect([line?.category, line?.reason, line?.taxRate]).toEqual(['S', 'taxed', '18']);
      expect(line?.taxes.map(({ kind: tax }) => tax)).toEqual(['gst_igst']);
    }
    expect(outcomeAndWarnings({ ...sale, to: 'US-TX', buyer: 'B' })).toBe('G 0 export');
  });
});
