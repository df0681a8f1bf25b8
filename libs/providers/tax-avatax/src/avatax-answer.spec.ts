import { parseLocalDate } from '@quittance/calendar';
import type { EngineRequest } from '@quittance/tax/provider';
import { readAvataxTaxes } from './avatax-answer.js';

const PLACE = { line1: null, line2: null, region: null, city: null, postalCode: null };
const PARTY = { ...PLACE, country: 'DE', taxRegistration: null };

/** The jurisdiction of the one tax of what is sold to a customer. */
function jurisdictionOf(customer: object, detail: object): string | null | undefined {
  const amounts = { tax: '20', taxableAmount: '100' };
  const details = [{ ...amounts, rate: '0.2', ...detail }];
  const request = {
    currency: 'EUR',
    date: parseLocalDate('2026-03-01'),
    seller: PARTY,
    customer: { ...PARTY, accountId: 'account', ...customer },
    lines: [{ id: '1' }],
  } as unknown as EngineRequest;
  const answer = { totalTax: '20', lines: [{ lineNumber: '1', ...amounts, details }] };
  return readAvataxTaxes(answer, request).get('1')?.taxes[0]?.jurisdiction;
}

const STATE = { jurisName: 'TEXAS', jurisType: 'State', taxType: 'Sales' };
const COUNTRY = { jurisName: 'FRANCE', jurisType: 'Country', taxType: 'Output' };

it.each(['TX', 'tx', 'Texas', 'US-TX', ' texas '])(
  'the tax of a state is told by its code, also of an address that says %s',
  (region) => {
    expect(jurisdictionOf({ country: 'US', region }, STATE)).toBe('US-TX (TEXAS State)');
  },
);

it('the tax of a country is told by that, whether or not an address has a region', () => {
  expect(jurisdictionOf({ country: 'FR' }, COUNTRY)).toBe('FR (FRANCE Country)');
  const named = { country: 'FR', region: 'Auvergne' };
  expect(jurisdictionOf(named, COUNTRY)).toBe('FR (FRANCE Country)');
});
