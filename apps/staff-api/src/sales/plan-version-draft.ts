import { invalidFields, type FieldError } from '@quittance/kernel';
import type {
  ChargeModel,
  ChargePrice,
  NewPlanVersion,
  PlanChargePrice,
} from '@quittance/sales/host';
import type {
  AgreedPriceDto,
  AlertAmountDto,
  ChargePriceDto,
  CreatePlanVersionDto,
  PlanChargeDto,
} from './plan-version.dto.js';

type Member = Exclude<keyof AgreedPriceDto, 'model'>;

const NEEDED: Readonly<Record<ChargeModel, readonly Member[]>> = {
  per_unit: ['unitPrice'],
  graduated: ['tiers'],
  volume: ['tiers'],
  package: ['unitPrice', 'size'],
  percentage: ['rate'],
};
const ALLOWED: Readonly<Record<ChargeModel, readonly Member[]>> = {
  per_unit: [],
  graduated: [],
  volume: ['feeAtZero'],
  package: [],
  percentage: ['fee', 'freeEvents', 'freeBase', 'eventMin', 'eventMax'],
};

/** A version as the operations take it. @throws DomainError validation_failed */
export function planVersionDraft({
  prices = [],
  charges = [],
  minimums = [],
  thresholds = [],
  ...plain
}: CreatePlanVersionDto): NewPlanVersion {
  const faults = charges.flatMap(chargeFaults);
  if (faults.length > 0) throw invalidFields(faults);
  return {
    ...plain,
    prices: prices.map(({ currency, minQuantity = '0', unitPrice }) => ({
      currency,
      minQuantity,
      unitPrice,
    })),
    charges: charges.map(({ key, meterId, name, included = null, prices: own, alerts }) => ({
      key,
      meterId,
      name,
      included,
      prices: own.map(chargePrice),
      ...(alerts && {
        alerts: { percents: alerts.percents, amounts: (alerts.amounts ?? []).map(alertAmount) },
      }),
    })),
    minimums: minimums.map(({ currency, amount }) => ({ currency, amount })),
    thresholds: thresholds.map(({ currency, amount }) => ({ currency, amount })),
  };
}

const alertAmount = ({ currency, amount }: AlertAmountDto) => ({ currency, amount });

function chargePrice({ currency, ...price }: ChargePriceDto): PlanChargePrice {
  return { ...agreedPrice(price), currency };
}

/** A price as it is kept: with the members that its model has. */
export function agreedPrice({ tiers, ...price }: AgreedPriceDto): ChargePrice {
  const given = Object.fromEntries(Object.entries(price).filter(([, v]) => v !== undefined));
  const all = tiers?.map(({ upTo = null, unitPrice, fee = null }) => ({ upTo, unitPrice, fee }));
  // Which members a model has is checked ahead of this.
  return { ...given, ...(all && { tiers: all }) } as unknown as ChargePrice;
}

function chargeFaults({ prices }: PlanChargeDto, i: number): FieldError[] {
  return prices.flatMap(({ currency: _, ...price }, j) =>
    priceFaults(price, `/charges/${i}/prices/${j}`),
  );
}

/** What a price lacks, or has too much, of what its model has. */
export function priceFaults({ model, ...members }: AgreedPriceDto, path: string): FieldError[] {
  const at = (member: string) => `${path}/${member}`;
  const given = Object.entries(members).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [name as Member],
  );
  const missing = NEEDED[model].filter((name) => !given.includes(name));
  const misplaced = given.filter(
    (name) => !NEEDED[model].includes(name) && !ALLOWED[model].includes(name),
  );
  return [
    ...missing.map((name) => ({
      pointer: at(name),
      code: 'required',
      message: `is required with the model ${model}`,
    })),
    ...misplaced.map((name) => ({
      pointer: at(name),
      code: 'model',
      message: `does not go with the model ${model}`,
    })),
  ];
}
