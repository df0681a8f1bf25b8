import {
  BooleanField,
  CurrencyField,
  DecimalField,
  DraftBody,
  EnumField,
  HeadBody,
  IdField,
  IntegerField,
  IntegersField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Currency } from '@quittance/money';
import {
  CHARGE_MODELS,
  MOST_ALERT_PERCENT,
  MOST_ALERTS,
  MOST_CHARGES,
  MOST_THRESHOLDS,
  MOST_TIERS,
  planVersionNoun,
  type ChargeModel,
  type MeterId,
} from '@quittance/sales/host';

const optional = { optional: true } as const;
const nullable = { optional: true, nullable: true } as const;
const LARGEST = '999999999999.999999';
const PRICE = { scale: 6, min: '0', max: LARGEST } as const;
/** Prices of several currencies, each from several quantities on. */
const MOST_PRICES = 200;

export class PlanPriceDto {
  @CurrencyField() currency: Currency;
  @DecimalField({ ...PRICE, ...optional, description: '`0` unless told: any quantity.' })
  minQuantity?: string;
  @DecimalField({ ...PRICE, example: '19.99', description: 'Of each unit for a period.' })
  unitPrice: string;
}

export class ChargeTierDto {
  @DecimalField({
    ...PRICE,
    ...nullable,
    description: 'The last quantity of the tier; null in the last tier, and only there.',
  })
  upTo?: string | null;
  @DecimalField({ ...PRICE, example: '0.0045' }) unitPrice: string;
  @DecimalField({ ...PRICE, ...nullable, description: 'Asked once when the tier is reached.' })
  fee?: string | null;
}

/** A price of usage; which members go with it is a matter of its model. */
export class AgreedPriceDto {
  @EnumField(CHARGE_MODELS) model: ChargeModel;
  @DecimalField({ ...PRICE, ...optional, description: 'With `per_unit` and `package`.' })
  unitPrice?: string;
  @ListField(() => ChargeTierDto, {
    maxItems: MOST_TIERS,
    ...optional,
    description: 'With `graduated` and `volume`.',
  })
  tiers?: ChargeTierDto[];
  @BooleanField({ ...optional, description: 'With `volume`.' }) feeAtZero?: boolean;
  @DecimalField({ ...PRICE, ...optional, description: 'Units of a package.' }) size?: string;
  @DecimalField({
    scale: 4,
    min: '0',
    max: '100',
    ...optional,
    description: 'In percent, with `percentage`.',
  })
  rate?: string;
  @DecimalField({ ...PRICE, ...nullable, description: 'Of each event that is not free.' })
  fee?: string | null;
  @IntegerField({ min: 0, max: 1_000_000, ...optional }) freeEvents?: number;
  @DecimalField({ ...PRICE, ...nullable }) freeBase?: string | null;
  @DecimalField({ ...PRICE, ...nullable, description: 'The least that an event costs.' })
  eventMin?: string | null;
  @DecimalField({ ...PRICE, ...nullable, description: 'The most that an event costs.' })
  eventMax?: string | null;
}

export class ChargePriceDto extends AgreedPriceDto {
  @CurrencyField() currency: Currency;
}

export class AlertAmountDto {
  @CurrencyField() currency: Currency;
  @DecimalField({ ...PRICE, description: 'That percents of the charge are of.' }) amount: string;
}

export class UsageAlertsDto {
  @IntegersField({ min: 1, max: MOST_ALERT_PERCENT, minItems: 1, maxItems: MOST_ALERTS })
  percents: number[];
  @ListField(() => AlertAmountDto, {
    maxItems: MOST_PRICES,
    ...optional,
    description: 'Without one in the currency, percents are of what is included.',
  })
  amounts?: AlertAmountDto[];
}

export class PlanChargeDto {
  @TextField({ max: 60, pattern: /^[a-z][a-z0-9_]*$/, example: 'calls' }) key: string;
  @IdField() meterId: MeterId;
  @TextField({ max: 200, example: 'API calls' }) name: string;
  @DecimalField({ ...PRICE, ...nullable, description: 'Units of a period that cost nothing.' })
  included?: string | null;
  @ListField(() => ChargePriceDto, { minItems: 1, maxItems: MOST_PRICES })
  prices: ChargePriceDto[];
  @ObjectField(() => UsageAlertsDto, {
    ...nullable,
    description: 'When `usage.threshold_reached` is told, once in a period each.',
  })
  alerts?: UsageAlertsDto | null;
}

export class PlanMinimumDto {
  @CurrencyField() currency: Currency;
  @DecimalField({ ...PRICE, description: 'The least that flat price and usage come to.' })
  amount: string;
}

export class PlanThresholdDto {
  @CurrencyField() currency: Currency;
  @DecimalField({ ...PRICE, description: 'Usage that has come to so much is invoiced ahead.' })
  amount: string;
}

const shapes = {
  prices: () => PlanPriceDto,
  charges: () => PlanChargeDto,
  minimums: () => PlanMinimumDto,
  thresholds: () => PlanThresholdDto,
} as const;
const {
  prices: _prices,
  charges: _charges,
  minimums: _minimums,
  thresholds: _thresholds,
  ...plain
} = planVersionNoun.members;

export class CreatePlanVersionDto extends DraftBody({ members: plain }) {
  @ListField(() => PlanPriceDto, { maxItems: MOST_PRICES, ...optional }) prices?: PlanPriceDto[];
  @ListField(() => PlanChargeDto, { maxItems: MOST_CHARGES, ...optional })
  charges?: PlanChargeDto[];
  @ListField(() => PlanMinimumDto, { maxItems: MOST_PRICES, ...optional })
  minimums?: PlanMinimumDto[];
  @ListField(() => PlanThresholdDto, {
    maxItems: MOST_THRESHOLDS,
    ...optional,
    description: 'Amounts of usage of a period that are invoiced once they are reached.',
  })
  thresholds?: PlanThresholdDto[];
}

export class PlanVersionDto extends HeadBody({ members: plain }, {}) {
  @ListField(shapes.prices, { maxItems: MOST_PRICES }) prices: PlanPriceDto[];
  @ListField(shapes.charges, { maxItems: MOST_CHARGES }) charges: PlanChargeDto[];
  @ListField(shapes.minimums, { maxItems: MOST_PRICES }) minimums: PlanMinimumDto[];
  @ListField(shapes.thresholds, { maxItems: MOST_THRESHOLDS }) thresholds: PlanThresholdDto[];
}
