import {
  BooleanField,
  DecimalField,
  EnumField,
  IntegerField,
  ListField,
  TextField,
} from '@quittance/http/host';
import { CHARGE_MODELS, MOST_TIERS, type ChargeModel } from '@quittance/sales/host';

const lacked = { optional: true } as const;
const clearable = { optional: true, nullable: true } as const;
const PRICE = { scale: 6, min: '0' } as const;

class CustomerChargeTierDto {
  @DecimalField({ ...PRICE, ...clearable, description: 'The last quantity; null: all above.' })
  upTo?: string | null;
  @DecimalField(PRICE) unitPrice: string;
  @DecimalField({ ...PRICE, ...clearable, description: 'Asked once when the tier is reached.' })
  fee?: string | null;
}

/** What usage costs beside what recurs; which members go with it is a matter of its model. */
export class CustomerChargeDto {
  @TextField({ max: 60 }) key: string;
  @TextField({ max: 200 }) name: string;
  @TextField({ max: 20, nullable: true }) unit: string | null;
  @DecimalField({ ...PRICE, nullable: true, description: 'Units of a period that cost nothing.' })
  included: string | null;
  @EnumField(CHARGE_MODELS) model: ChargeModel;
  @DecimalField({ ...PRICE, ...lacked }) unitPrice?: string;
  @ListField(() => CustomerChargeTierDto, { maxItems: MOST_TIERS, ...lacked })
  tiers?: CustomerChargeTierDto[];
  @BooleanField(lacked) feeAtZero?: boolean;
  @DecimalField({ ...PRICE, ...lacked, description: 'Units of a package.' }) size?: string;
  @DecimalField({ scale: 4, min: '0', ...lacked, description: 'In percent.' }) rate?: string;
  @DecimalField({ ...PRICE, ...clearable, description: 'Of each event that is not free.' })
  fee?: string | null;
  @IntegerField({ min: 0, ...lacked }) freeEvents?: number;
  @DecimalField({ ...PRICE, ...clearable }) freeBase?: string | null;
  @DecimalField({ ...PRICE, ...clearable }) eventMin?: string | null;
  @DecimalField({ ...PRICE, ...clearable }) eventMax?: string | null;
}
