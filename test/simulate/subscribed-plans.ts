import type { Ctx, ProductId } from '@quittance/kernel';
import { CompanyModels, type RecordView } from '@quittance/metadata';
import type { FieldValues } from '@quittance/fields';
import { createRecords } from '@quittance/objects';
import {
  CreatePlanVersion,
  type MeterId,
  type NewPlanVersion,
  type PlanId,
} from '@quittance/sales/host';
import type { Currency } from '@quittance/money';
import type { Stage } from './stage.js';

/** What customers of a simulation subscribe to. */
export interface SimulatedPlan {
  readonly id: PlanId;
  readonly name: string;
  readonly productId: ProductId;
  /** Whether usage is charged. */
  readonly metered: boolean;
}

/** The code of the one meter that there is. */
export const METER = 'calls';

const CURRENCIES: readonly Currency[] = ['EUR', 'JPY', 'KWD'];
/** Major units that each of them has. */
const amounts = (amount: string) => CURRENCIES.map((currency) => ({ currency, amount }));
const prices = (unitPrice: string) =>
  CURRENCIES.map((currency) => ({ currency, unitPrice, minQuantity: '0' }));

function graduated(meterId: MeterId): NewPlanVersion['charges'] {
  const tiers = [
    { upTo: '20', unitPrice: '3' },
    { upTo: '60', unitPrice: '2', fee: '5' },
    { upTo: null, unitPrice: '0.7' },
  ];
  const own = CURRENCIES.map((currency) => ({ currency, model: 'graduated' as const, tiers }));
  return [{ key: 'calls', meterId, name: 'Calls', included: '5', prices: own }];
}

/** Plans by month and week, in advance and in arrears, with and without usage. */
function versions(meterId: MeterId): readonly NewPlanVersion[] {
  const plain = { charges: [], minimums: [], thresholds: [] };
  const charges = graduated(meterId);
  return [
    { ...plain, frequency: 'monthly', prices: prices('50') },
    { ...plain, frequency: 'weekly', timing: 'arrears', prices: prices('7') },
    {
      frequency: 'weekly',
      prices: prices('10'),
      charges,
      minimums: amounts('40'),
      thresholds: [...amounts('60'), ...amounts('120')],
    },
    {
      frequency: 'monthly',
      timing: 'arrears',
      graceDays: 2,
      trialDays: 5,
      prices: prices('9'),
      charges,
      minimums: [],
      thresholds: amounts('90'),
    },
  ];
}

/** Makes the plans of a company, all of which bill in any of its currencies. */
export async function simulatedPlans(ctx: Ctx, stage: Stage): Promise<SimulatedPlan[]> {
  const meter = await made(ctx, stage, 'meter', { code: METER, name: 'Calls', aggregation: 'sum' });
  const plans: SimulatedPlan[] = [];
  for (const [i, version] of versions(meter.id as string as MeterId).entries()) {
    const product = { sku: `P-${i}`, name: `Service ${i}`, kind: 'recurring' };
    const { id: productId } = await made(ctx, stage, 'product', product);
    const name = `Plan ${i}`;
    const plan = await made(ctx, stage, 'plan', { name, productId });
    const id = plan.id as string as PlanId;
    await stage.get(CreatePlanVersion).execute(ctx, id, version);
    plans.push({
      id,
      name,
      productId: productId as string as ProductId,
      metered: version.charges.length > 0,
    });
  }
  return plans;
}

function made(ctx: Ctx, stage: Stage, name: string, values: FieldValues): Promise<RecordView> {
  return stage.t.db.write(ctx, async (tx) => {
    const object = await stage.get(CompanyModels).object(tx, name);
    const [record] = await createRecords(tx, object, [values]);
    return record as RecordView;
  });
}
