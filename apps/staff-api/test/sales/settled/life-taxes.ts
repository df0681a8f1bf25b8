import fc from 'fast-check';
import type { StaffClient } from '../../../../../test/support/test-api.js';
import { made } from '../../objects/objects-support.js';
import { call } from '../sales-support.js';

/** The last is another code of the rate of the first. */
export const TAX_CODES = [
  { code: 'full', percent: '19' },
  { code: 'low', percent: '7' },
  { code: 'full-too', percent: '19' },
] as const;

/** How a life is taxed. */
export interface LifeTaxes {
  /** Null where nothing is taxed. */
  readonly rounding: 'document' | 'line' | null;
  /** Whether its items name codes of their own. */
  readonly several: boolean;
}

export const lifeTaxes: fc.Arbitrary<LifeTaxes> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ rounding: null, several: false }) },
  {
    weight: 4,
    arbitrary: fc.record({
      rounding: fc.constantFrom('document' as const, 'line' as const),
      several: fc.constantFrom(true, true, false),
    }),
  },
);

/** An account of a company in Germany, whose documents bear tax where anything is taxed. */
export async function taxedAccount(admin: StaffClient, { rounding }: LifeTaxes): Promise<string> {
  const address = { line1: 'Hauptstr. 1', city: 'Berlin', postalCode: '10115', country: 'DE' };
  if (rounding !== null) {
    await call(admin, 'PATCH', '/company', { address, taxRounding: rounding });
    const place = { level: 'country', code: 'DE', name: 'Germany', parentId: null };
    const { id: jurisdictionId } = await made(admin, '/tax/jurisdictions', place);
    for (const { code, percent } of TAX_CODES) {
      await made(admin, '/tax/codes', { code, name: code, isDefault: code === 'full' });
      const rate = { jurisdictionId, taxCode: code, kind: 'vat', validFrom: '2021-01-01' };
      await made(admin, '/tax/rates', { ...rate, rate: percent });
    }
  }
  return (await made(admin, '/accounts', { name: 'Acme', billingAddress: address })).id;
}
