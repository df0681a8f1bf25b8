import {
  BooleanField,
  CurrencyField,
  DecimalField,
  EnumField,
  IdField,
  IntegerField,
  TextField,
} from '@quittance/http/host';
import type { ProductId } from '@quittance/kernel';
import { RECURRING_FREQUENCIES, TIMINGS } from '@quittance/sales/host';
import { ForAccountQuery } from './product.dto.js';

const lacked = { optional: true } as const;
const nullable = { nullable: true } as const;

export class PlansQuery extends ForAccountQuery {
  @IdField({ ...lacked, description: 'Of this product alone.' }) productId?: ProductId;
}

/** A plan as customers are shown it. */
export class ShownPlanDto {
  @IdField() id: string;
  @TextField({ max: 200 }) name: string;
  @TextField({ max: 2000, ...nullable }) description: string | null;
  @IdField() productId: ProductId;
  @TextField({ max: 200 }) productName: string;
  @EnumField(RECURRING_FREQUENCIES) frequency: string;
  @EnumField(TIMINGS, { description: 'When a period is billed.' }) timing: string;
  @IntegerField() trialDays: number;
  @BooleanField({ description: 'Usage is billed beside it.' }) metered: boolean;
  @DecimalField({
    scale: 6,
    ...lacked,
    ...nullable,
    description: 'Of one unit and period, net; null where a quote is asked for.',
  })
  unitPrice?: string | null;
  @CurrencyField(lacked) currency?: string;
}
