import {
  checkLinePeriod,
  type InvoiceLineInput,
  type WrittenLine,
} from '@quittance/receivables/host';
import {
  AmountField,
  DecimalField,
  DraftBody,
  HeadBody,
  IdField,
  ListField,
  PatchBody,
} from '@quittance/http/host';
import { invalidField, type Id } from '@quittance/kernel';
import { documentLineMembers } from '@quittance/lines';
import { blanksOf } from '@quittance/nouns';
import { SupplyPlaceDto, TaxWarningDto } from '../../tax/tax-calculation.dto.js';

const optional = { optional: true } as const;
export class DiscountDto {
  @DecimalField({ scale: 6, min: '0', max: '100', ...optional, example: '10' }) percent?: string;
  @AmountField(optional) amount?: string;
}

const line = { members: documentLineMembers };
/** A place that is not said is that of the product. */
const { placeOf: _unsaid, ...BLANK } = blanksOf(line);
export const documentLineShapes = {
  discount: () => DiscountDto,
  placeOf: () => SupplyPlaceDto,
} as const;
const shapes = documentLineShapes;

/** A new line. */
export class NewInvoiceLineDto extends DraftBody(line, shapes) {}

/** The members of a line to change. */
export class UpdateInvoiceLineDto extends PatchBody(line, shapes) {}

/** What a line of an invoice and of a credit note have in common. */
export class DocumentLineDto extends HeadBody(line, shapes) {}

export class InvoiceLineDto extends DocumentLineDto {
  @IdField() id: Id<'invoice-line'>;
  @ListField(() => TaxWarningDto, {
    maxItems: 50,
    description: 'What to look at beside the tax decision, as it was when the line was priced.',
  })
  taxWarnings: readonly TaxWarningDto[];
}

/** The line as the operations take it; what is absent is null, but for the place. */
export function lineInput(dto: NewInvoiceLineDto, pointer: string): WrittenLine {
  const input = checkLinePeriod({ ...BLANK, ...dto }, pointer);
  return { ...input, discount: discountInput(dto.discount ?? null, pointer) };
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
