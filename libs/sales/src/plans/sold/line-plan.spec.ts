import { newId, type ProductId } from '@quittance/kernel';
import type { MeterId, PlanCharge, PlanId, PlanVersionId } from '../plan-version.js';
import { linePlanOf, versionsFor, type PlannedLine, type SoldVersion } from './line-plan.js';

const productId = newId<'product'>();
const meterId = newId<'meter'>() as MeterId;
const versionId = () => newId<'plan-version'>() as PlanVersionId;

function version(over: Partial<SoldVersion> = {}): SoldVersion {
  return {
    planId: newId<'plan'>() as PlanId,
    productId,
    active: true,
    newest: true,
    versionId: versionId(),
    frequency: 'monthly',
    timing: 'advance',
    prices: [{ currency: 'EUR', minQuantity: '0', unitPrice: '50.00' }],
    charges: [],
    minimums: [],
    ...over,
  };
}

const line = (over: Partial<PlannedLine> = {}): PlannedLine => ({
  kind: 'recurring',
  productId,
  frequency: 'monthly',
  timing: 'advance',
  planId: null,
  planVersionId: null,
  plan: undefined,
  ...over,
});

const OLDEST = version();
const OLD = version({ planId: OLDEST.planId, newest: false });
const SECOND = version();
const YEARLY = version({ frequency: 'annually' });
const ARREARS = version({ timing: 'arrears' });
const DOLLARS = version({ prices: [{ currency: 'USD', minQuantity: '0', unitPrice: '1' }] });
const GONE = version({ active: false });
const OTHER = version({ productId: newId<'product'>() as ProductId });
const NAMES = { OLDEST, OLD, SECOND, YEARLY, ARREARS, DOLLARS, GONE, OTHER } as const;
/** As they are read: the oldest plan first. */
const ALL = [GONE, YEARLY, ARREARS, OLDEST, OLD, SECOND, DOLLARS, OTHER];

const nameOf = (found: SoldVersion | null | undefined) =>
  found === undefined
    ? undefined
    : (Object.entries(NAMES).find(([, v]) => v === found)?.[0] ?? null);

function told(lines: readonly PlannedLine[], currency: 'EUR' | null = 'EUR') {
  const { found, errors } = versionsFor(lines, ALL, currency);
  return {
    found: found.map((each) => nameOf(each?.version)),
    errors: errors.map(({ pointer, code }) => `${pointer} ${code}`),
  };
}

const kept = ({ planId, versionId: planVersionId }: SoldVersion) =>
  ({ planId, planVersionId, planSaid: null, charges: [], usageMinimum: null }) as const;
const plan = ({ planId }: SoldVersion) => ({ planId });
const exact = ({ versionId: planVersionId }: SoldVersion) => ({ planVersionId });

describe('the version that a line is of', () => {
  it.each<[string, Partial<PlannedLine>, keyof typeof NAMES | null | undefined]>([
    ['the newest of the oldest active plan of its product', {}, 'OLDEST'],
    ['one of its frequency', { frequency: 'annually' }, 'YEARLY'],
    ['one of its timing', { timing: 'arrears' }, 'ARREARS'],
    ['none of its frequency and timing', { frequency: 'weekly' }, null],
    ['none of a line without a product', { productId: null }, null],
    ['the newest of the plan that was said', plan(SECOND), 'SECOND'],
    ['the version that was said, an old one too', exact(OLD), 'OLD'],
    ['a version beside its plan', { ...plan(OLD), ...exact(OLD) }, 'OLD'],
    ['nothing that is not asked: it has one', { plan: kept(OLD) }, undefined],
    ['nothing of what is sold once', { kind: 'one_off' }, undefined],
  ])('is %s', (_, over, expected) => {
    expect(told([line(over)])).toEqual({ found: [expected], errors: [] });
  });

  const unknown = newId<'plan'>() as PlanId;
  it.each<[string, Partial<PlannedLine>, string]>([
    ['a plan that is not there', { planId: unknown }, 'planId reference_not_found'],
    [
      'a version that is not there',
      { planVersionId: versionId() },
      'planVersionId reference_not_found',
    ],
    ['a version of another plan', { ...plan(SECOND), ...exact(OLD) }, 'planVersionId other_plan'],
    ['a plan of another product', plan(OTHER), 'planId product'],
    ['a version of another product', exact(OTHER), 'planVersionId product'],
    ['a plan of a line without a product', { ...plan(OLDEST), productId: null }, 'planId product'],
    ['a plan of another frequency', plan(YEARLY), 'planId frequency'],
    ['a plan of another timing', plan(ARREARS), 'planId timing'],
    ['a plan without a price in the currency', plan(DOLLARS), 'planId currency'],
    ['a plan that is not active', plan(GONE), 'planId inactive'],
  ])('is not %s', (_, over, expected) => {
    expect(told([line(), line(over)]).errors).toEqual([`/lines/1/${expected}`]);
  });

  it('is looked at whatever the currency where none is known', () => {
    expect(told([line(plan(DOLLARS))], null)).toEqual({ found: ['DOLLARS'], errors: [] });
  });

  it('is one for all lines of a plan that are billed together', () => {
    expect(told([line(), line(exact(OLD))]).found).toEqual(['OLD', 'OLD']);
    expect(told([line({ plan: kept(OLD) }), line(plan(OLDEST))]).found).toEqual([undefined, 'OLD']);
    const mixed = [line(exact(OLD)), line(exact(OLDEST))];
    expect(told(mixed).errors).toEqual(['/lines/1/planVersionId mixed']);
    expect(told([line(exact(OLD)), line(exact(SECOND))]).errors).toEqual([]);
  });
});

describe('what is kept of a version', () => {
  const charge: PlanCharge = {
    key: 'calls',
    meterId,
    name: 'API calls',
    included: '100',
    alerts: { percents: [80], amounts: [] },
    prices: [
      { currency: 'USD', model: 'per_unit', unitPrice: '0.03' },
      { currency: 'EUR', model: 'per_unit', unitPrice: '0.02' },
    ],
  };
  const charged = version({
    charges: [charge, { ...charge, key: 'abroad', prices: charge.prices.slice(0, 1) }],
    minimums: [
      { currency: 'USD', amount: '1' },
      { currency: 'EUR', amount: '20.50' },
    ],
  });

  it('are its charges and its minimum in the currency, with the unit of the meter', () => {
    const units = new Map([[meterId as string, 'call']]);
    expect(linePlanOf({ version: charged, said: 'plan' }, 'EUR', units)).toEqual({
      planId: charged.planId,
      planVersionId: charged.versionId,
      planSaid: 'plan',
      charges: [
        {
          key: 'calls',
          name: 'API calls',
          unit: 'call',
          included: '100',
          model: 'per_unit',
          unitPrice: '0.02',
        },
      ],
      usageMinimum: 2050n,
    });
  });

  it('is nothing where there is none', () => {
    expect(linePlanOf({ version: null, said: null }, 'EUR', new Map())).toBeUndefined();
    const plain = linePlanOf({ version: version(), said: null }, 'EUR', new Map());
    expect(plain).toMatchObject({ charges: [], usageMinimum: null });
  });
});
