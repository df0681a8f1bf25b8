import {
  BooleanField,
  DraftBody,
  HeadBody,
  IdField,
  ObjectField,
  PatchBody,
  TextField,
} from '@quittance/http/host';
import { invalidField } from '@quittance/kernel';
import {
  quoteLineMembers,
  type QuoteLineId,
  type QuoteLineInput,
  type QuoteLinePatch,
} from '@quittance/sales/host';
import {
  DiscountDto,
  discountInput,
  documentLineShapes,
} from '../../receivables/invoices/invoice-line.dto.js';
import { LineChargeDto } from '../line-charge.dto.js';
import { TaxWarningDto } from '../../tax/tax-calculation.dto.js';

const line = { members: quoteLineMembers };
const shapes = documentLineShapes;

/** What a line shows beside what is written of it. */
export const shownShapes = {
  taxWarnings: () => TaxWarningDto,
  charges: () => LineChargeDto,
} as const;

/** A new line. */
export class NewQuoteLineDto extends DraftBody(line, shapes) {}

/** The members of a line to change. */
export class UpdateQuoteLineDto extends PatchBody(line, shapes) {}

export class QuoteLineDto extends HeadBody(line, { ...shapes, ...shownShapes }) {
  @IdField() id: QuoteLineId;
  @TextField({
    max: 40,
    nullable: true,
    description: 'Of a section: the chosen lines up to the next one.',
  })
  sectionTotal: string | null;
  @TextField({
    max: 40,
    nullable: true,
    description:
      'Percent off the list price, which is net, after all discounts and free days of the term.',
  })
  effectiveDiscount: string | null;
}

export class DocumentDiscountDto extends DiscountDto {
  @BooleanField({ optional: true, description: 'Of every period of what recurs.' })
  recurring?: boolean;
}

export class FigureDto {
  @TextField({ max: 30, example: '100.00' }) net: string;
  @TextField({ max: 30, example: '19.00' }) tax: string;
  @TextField({ max: 30, example: '119.00' }) gross: string;
}

export class FirstInvoiceDto extends FigureDto {
  @TextField({ max: 10, example: '2026-03-01' }) date: string;
}

export class RecurringFiguresDto {
  @ObjectField(() => FigureDto, { optional: true }) weekly?: FigureDto;
  @ObjectField(() => FigureDto, { optional: true }) fortnightly?: FigureDto;
  @ObjectField(() => FigureDto, { optional: true }) monthly?: FigureDto;
  @ObjectField(() => FigureDto, { optional: true }) quarterly?: FigureDto;
  @ObjectField(() => FigureDto, { optional: true }) half_yearly?: FigureDto;
  @ObjectField(() => FigureDto, { optional: true }) annually?: FigureDto;
}

/** What is paid ahead: a percentage or an amount. */
export class DepositDto extends DiscountDto {}

/** The line as the operations take it. */
export function quoteLineInput(dto: NewQuoteLineDto, pointer: string): QuoteLineInput {
  return { ...dto, discount: discountInput(dto.discount ?? null, pointer) };
}

/** The members that were sent. */
export function quoteLinePatch({ discount, ...rest }: UpdateQuoteLineDto): QuoteLinePatch {
  return discount === undefined ? rest : { ...rest, discount: discountInput(discount, '') };
}

/** What is paid ahead. */
export function depositInput(dto: DepositDto | null | undefined) {
  if (!dto) return dto;
  const { percent, amount } = dto;
  if (percent !== undefined && amount === undefined) return { percent };
  if (amount !== undefined && percent === undefined) return { amount };
  throw invalidField('/deposit', 'required', 'needs either a percent or an amount');
}

/** A discount on the whole document. */
export function documentDiscount(dto: DocumentDiscountDto | null | undefined) {
  if (!dto) return dto;
  const discount = discountInput(dto, '');
  return discount && { ...discount, ...(dto.recurring && { recurring: true }) };
}
