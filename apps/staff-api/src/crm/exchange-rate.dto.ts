import type { Conversion, ConversionAsk, ConversionStep } from '@quittance/crm/host';
import {
  AmountField,
  BooleanField,
  CurrencyField,
  DateField,
  DecimalField,
  IdField,
  ListField,
  TextField,
} from '@quittance/http/host';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';

const optional = { optional: true } as const;

export class ConvertQuery implements ConversionAsk {
  @CurrencyField() from: Currency;
  @CurrencyField() to: Currency;
  @AmountField({ sign: 'any' }) amount: string;
  @DateField({ ...optional, description: 'Today where the company is when absent.' })
  on?: LocalDate;
  @TextField({ ...optional, max: 50, description: 'Only rates of this source.' }) source?: string;
}

/** A rate on the way. */
export class ConversionStepDto implements ConversionStep {
  @IdField() id: string;
  @CurrencyField({ description: 'One unit of it is worth the rate.' }) base: Currency;
  @CurrencyField() quote: Currency;
  @DecimalField({ scale: 10 }) rate: string;
  @DateField({ description: 'It holds from this day.' }) day: LocalDate;
  @TextField({ max: 50 }) source: string;
  @BooleanField({ description: 'The amount was divided by it.' }) inverse: boolean;
}

export class ConversionDto implements Conversion {
  @CurrencyField() from: Currency;
  @CurrencyField() to: Currency;
  @AmountField({ sign: 'any' }) amount: string;
  @TextField({
    max: 64,
    pattern: /^-?\d+(\.\d+)?$/,
    description: 'Exact on the way, rounded once, half away from zero.',
  })
  converted: string;
  @DateField() on: LocalDate;
  @ListField(() => ConversionStepDto, {
    maxItems: 2,
    description: 'What it was converted by, in this order; none for one currency.',
  })
  rates: readonly ConversionStepDto[];
}
