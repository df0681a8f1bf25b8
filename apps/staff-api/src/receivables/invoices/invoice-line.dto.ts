import { checkLinePeriod, type InvoiceLineInput } from '@quittance/receivables/host';
import {
  AmountField,
  BooleanField,
  DateField,
  DecimalField,
  EnumField,
  IdField,
  IntegerField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import { invalidField, type Id, type ProductId } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { TAX_CATEGORIES, TAX_REASONS } from '@quittance/tax/host';
import type { TaxCategory, TaxReason } from '@quittance/tax';

const optional = { optional: true } as const;
const clearable = { optional: true, nullable: true } as const;
const nullable = { nullable: true } as const;
/** Twelve digits before the point are what a document can hold. */
const LARGEST = '999999999999.999999';
const QUANTITY = {
  scale: 6,
  max: LARGEST,
  min: `-${LARGEST}`,
  example: '2',
  description: 'Negative takes off the invoice what another line puts on it.',
} as const;
const UNIT_PRICE = { scale: 6, min: '0', max: LARGEST, example: '49.99' } as const;
const PERCENT = { scale: 6, min: '0', max: '100' } as const;
const DESCRIPTION = { max: 1000, example: 'Installation' } as const;
const TAX_CODE = {
  max: 50,
  description:
    'A code of the tax set-up; another is refused with `tax_code_unknown`. Without one and ' +
    'without a rate of its own the line has that of its product, else the default of the ' +
    'set-up.',
} as const;
const TAX_RATE = {
  ...PERCENT,
  description: 'Percent, used where the tax set-up has no rate for the code and place.',
} as const;

const HSN_CODE = {
  max: 8,
  pattern: /^\d{4}(\d{2}){0,2}$/,
  example: '998314',
  description: 'India’s HSN or SAC code of what is sold; without one the line has its product’s.',
} as const;

export class DiscountDto {
  @DecimalField({ ...PERCENT, ...optional, example: '10' }) percent?: string;
  @AmountField(optional) amount?: string;
}

const DISCOUNT = { description: 'Either a percentage or an amount of money.' } as const;

/** A new line. */
export class NewInvoiceLineDto {
  @IdField(clearable) productId?: ProductId | null;
  @TextField(DESCRIPTION) description: string;
  @DecimalField(QUANTITY) quantity: string;
  @DecimalField(UNIT_PRICE) unitPrice: string;
  @ObjectField(() => DiscountDto, { ...clearable, ...DISCOUNT }) discount?: DiscountDto | null;
  @TextField({ ...TAX_CODE, ...clearable }) taxCode?: string | null;
  @DecimalField({ ...TAX_RATE, ...clearable }) taxRate?: string | null;
  @TextField({ ...HSN_CODE, ...clearable }) hsnCode?: string | null;
  @DateField(clearable) periodStart?: LocalDate | null;
  @DateField(clearable) periodEnd?: LocalDate | null;
}

/** The members of a line to change. */
export class UpdateInvoiceLineDto {
  @IdField(clearable) productId?: ProductId | null;
  @TextField({ ...DESCRIPTION, ...optional }) description?: string;
  @DecimalField({ ...QUANTITY, ...optional }) quantity?: string;
  @DecimalField({ ...UNIT_PRICE, ...optional }) unitPrice?: string;
  @ObjectField(() => DiscountDto, { ...clearable, ...DISCOUNT }) discount?: DiscountDto | null;
  @TextField({ ...TAX_CODE, ...clearable }) taxCode?: string | null;
  @DecimalField({ ...TAX_RATE, ...clearable }) taxRate?: string | null;
  @TextField({ ...HSN_CODE, ...clearable }) hsnCode?: string | null;
  @DateField(clearable) periodStart?: LocalDate | null;
  @DateField(clearable) periodEnd?: LocalDate | null;
}

const OF_PRODUCT = {
  description: 'As the product had it when the line was priced.',
} as const;

/** What a line of an invoice and of a credit note have in common. */
export class DocumentLineDto {
  @IntegerField({ min: 1 }) position: number;
  @IdField(nullable) productId: ProductId | null;
  @TextField({ max: 100, ...nullable, ...OF_PRODUCT }) sku: string | null;
  @TextField(DESCRIPTION) description: string;
  @TextField({ ...HSN_CODE, ...nullable }) hsnCode: string | null;
  @DecimalField(QUANTITY) quantity: string;
  @TextField({ max: 20, ...nullable, ...OF_PRODUCT }) unit: string | null;
  @DecimalField(UNIT_PRICE) unitPrice: string;
  @ObjectField(() => DiscountDto, nullable) discount: DiscountDto | null;
  @AmountField({ description: 'What the discount came to.', sign: 'any' }) discountAmount: string;
  @AmountField({ sign: 'any' }) net: string;
  @TextField({ ...TAX_CODE, ...nullable }) taxCode: string | null;
  @DecimalField({ scale: 6, description: 'The percentage all taxes of the line come to.' })
  taxRate: string;
  @BooleanField({
    description:
      'The line’s own rate was used, or none: the tax set-up had no rate, or the external tax ' +
      'engine did not answer.',
  })
  taxFallback: boolean;
  @EnumField(TAX_CATEGORIES, {
    nullable: true,
    description:
      'What was decided of the tax, as EN 16931 names it; null while it is not determined, and ' +
      'of an imported line.',
  })
  taxCategory: TaxCategory | null;
  @EnumField(TAX_REASONS, {
    nullable: true,
    description: 'The ground of the category, which documents print.',
  })
  taxReason: TaxReason | null;
  @BooleanField({
    description:
      'The line should be taxed and there is no rate for it: the document is neither sent nor ' +
      'paid before there is one (`tax_undetermined`).',
  })
  taxUndetermined: boolean;
  @AmountField({ sign: 'any' }) tax: string;
  @AmountField({ sign: 'any' }) total: string;
  @DateField(nullable) periodStart: LocalDate | null;
  @DateField(nullable) periodEnd: LocalDate | null;
}

export class InvoiceLineDto extends DocumentLineDto {
  @IdField() id: Id<'invoice-line'>;
}

/** The line as the operations take it; what is absent is null. */
export function lineInput(dto: NewInvoiceLineDto, pointer: string): InvoiceLineInput {
  const { periodStart = null, periodEnd = null } = dto;
  return {
    ...checkLinePeriod({ periodStart, periodEnd }, pointer),
    productId: dto.productId ?? null,
    description: dto.description,
    quantity: dto.quantity,
    unitPrice: dto.unitPrice,
    discount: discountInput(dto.discount ?? null, pointer),
    taxCode: dto.taxCode ?? null,
    taxRate: dto.taxRate ?? null,
    hsnCode: dto.hsnCode ?? null,
  };
}

/** The members that were sent. */
export function linePatch(dto: UpdateInvoiceLineDto): Partial<InvoiceLineInput> {
  const { discount, ...rest } = dto;
  return discount === undefined ? rest : { ...rest, discount: discountInput(discount, '') };
}

export function discountInput(
  dto: DiscountDto | null,
  pointer: string,
): InvoiceLineInput['discount'] {
  if (dto === null) return null;
  const { percent, amount } = dto;
  if (percent !== undefined && amount === undefined) return { percent };
  if (amount !== undefined && percent === undefined) return { amount };
  throw invalidField(`${pointer}/discount`, 'required', 'needs either a percent or an amount');
}
