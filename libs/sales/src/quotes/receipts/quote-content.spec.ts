import { quoteLineNoun, type QuoteLine } from '../lines/quote-line.description.js';
import type { PlanVersionId } from '../../plans/plan-version.js';
import type { LineCharge } from '../../plans/sold/line-plan.js';
import { canonicalJson } from './canonical-json.js';
import { contentHash } from './content-hash.js';
import { lineContent } from './quote-content.js';

const line = (over: Partial<QuoteLine> = {}): QuoteLine =>
  ({
    ...quoteLineNoun.empty,
    kind: 'recurring',
    position: 1,
    description: 'Seats',
    quantity: '3',
    unitPrice: '33.00',
    taxRate: '19',
    discountAmount: 0n,
    share: 0n,
    net: 9900n,
    tax: 1881n,
    total: 11_781n,
    frequency: 'monthly',
    timing: 'advance',
    trialDays: 0,
    optional: false,
    selected: true,
    charges: [],
    usageMinimum: null,
    ...over,
  }) as QuoteLine;
const tiers = (unitPrice: string): LineCharge => ({
  key: 'calls',
  name: 'API calls',
  unit: null,
  included: '100',
  model: 'graduated',
  tiers: [
    { upTo: '100', unitPrice, fee: null },
    { upTo: null, unitPrice: '0.10' },
  ],
});
const planVersionId = '0190a000-0000-7000-8000-000000000001' as PlanVersionId;
const hashOf = (over: Partial<QuoteLine>) => contentHash(lineContent(line(over), 'EUR'));

describe('what is agreed to of usage', () => {
  it('is its version, its charges and its minimum', () => {
    const charged = { planVersionId, charges: [tiers('1.00')], usageMinimum: 2050n };
    const said = JSON.parse(canonicalJson(lineContent(line(charged), 'EUR'))) as object;
    expect(said).toMatchObject({
      planVersionId,
      usageMinimum: '20.50',
      charges: [
        {
          key: 'calls',
          name: 'API calls',
          included: '100',
          model: 'graduated',
          tiers: [{ upTo: '100', unitPrice: '1.00' }, { unitPrice: '0.10' }],
        },
      ],
    });
  });

  it('has another hash wherever anything of it is another', () => {
    const hashes = [
      {},
      { planVersionId, charges: [tiers('1.00')] },
      { planVersionId, charges: [tiers('1.01')] },
      { planVersionId, charges: [{ ...tiers('1.00'), included: '99' }] },
      { planVersionId, charges: [tiers('1.00')], usageMinimum: 1n },
      { planVersionId, usageMinimum: 1n },
      { charges: [tiers('1.00')] },
    ].map(hashOf);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('is nothing of a line without a charge: what was agreed to before keeps its hash', () => {
    expect(hashOf({ planVersionId })).toBe(hashOf({}));
    expect(hashOf({})).toBe('3f05a06dbd0b22086a55f1d3b65c8807e953f5406902caf26c645681f5f78958');
  });
});
