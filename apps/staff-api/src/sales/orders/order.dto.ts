import {
  BooleanField,
  DateField,
  DecimalField,
  DraftBody,
  HeadBody,
  IdField,
  ListField,
  ObjectField,
  PatchBody,
  ShowsCustomFields,
  TakesCustomFields,
  TextField,
} from '@quittance/http/host';
import type { LocalDate } from '@quittance/calendar';
import { invalidField } from '@quittance/kernel';
import type { RecordInput } from '@quittance/objects';
import {
  MOST_ORDER_LINES,
  orderAmendmentNoun,
  orderNoun,
  returnNoun,
  shipmentNoun,
  type AmendedLine,
  type AmendedLineFacts,
  type CloseShortInput,
  type OrderDraft,
  type OrderLineId,
  type ShipmentInput,
} from '@quittance/sales/host';
import { AddressDto } from '../../company/company.dto.js';
import { CreditAnswerDto } from '../../credit/credit.dto.js';
import { BillToDto, adjustedShapes } from '../../receivables/invoices/invoice.dto.js';
import { discountInput } from '../../receivables/invoices/invoice-line.dto.js';
import { documentDiscount, DocumentDiscountDto } from '../quotes/quote-line.dto.js';
import { QuoteFiguresDto } from '../quotes/quote.dto.js';
import {
  AskedQuantityDto,
  NewOrderLineDto,
  OrderLineDto,
  orderLineInput,
} from './order-line.dto.js';

const optional = { optional: true } as const;
const clearable = { optional: true, nullable: true } as const;
const LINES = { maxItems: MOST_ORDER_LINES } as const;
const discounted = { ...adjustedShapes, discount: () => DocumentDiscountDto } as const;

@TakesCustomFields()
export class CreateOrderDto extends DraftBody(orderNoun, discounted) {
  readonly custom?: RecordInput;
  @ListField(() => NewOrderLineDto, LINES) lines: NewOrderLineDto[];
}

/** A new order as the operations take it. */
export function orderDraft({ discount, lines, ...head }: CreateOrderDto): OrderDraft {
  return {
    ...head,
    discount: documentDiscount(discount) ?? null,
    lines: lines.map((line, i) => orderLineInput(line, `/lines/${i}`)),
  };
}

@TakesCustomFields()
export class UpdateOrderDto extends PatchBody(orderNoun, discounted) {
  readonly custom?: RecordInput;
}

class ShipToDto extends AddressDto {
  @TextField({ max: 200, optional: true, nullable: true, description: 'Who takes it.' })
  recipient?: string | null;
}

/** An order as lists show it. */
@ShowsCustomFields()
export class OrderHeadDto extends HeadBody(orderNoun, {
  ...adjustedShapes,
  billTo: () => BillToDto,
  shipTo: () => ShipToDto,
  discount: () => DocumentDiscountDto,
  figures: () => QuoteFiguresDto,
}) {}

/** An order with its lines. */
@ShowsCustomFields()
export class OrderDto extends OrderHeadDto {
  @ListField(() => OrderLineDto, LINES) lines: OrderLineDto[];
}

/** An order with what credit said as it was to bind. */
@ShowsCustomFields()
export class ConfirmedOrderDto extends OrderDto {
  @ObjectField(() => CreditAnswerDto, {
    nullable: true,
    description:
      'What credit said. Null where it was not asked, and for whoever does not look at all ' +
      'credit checks and all of each.',
  })
  credit: CreditAnswerDto | null;
}

export class ConfirmOrderDto {
  @BooleanField({
    ...optional,
    description: 'Ask credit nothing but whether a hard hold forbids it; takes the right to.',
  })
  skipCreditCheck?: boolean;
  @BooleanField({
    ...optional,
    description: 'Confirm whatever the credit check says; takes the right to approve checks.',
  })
  confirmDespiteCredit?: boolean;
}

export class OrderReasonDto {
  @TextField({ max: 2000 }) reason: string;
}

export class CloseOrderDto {
  @TextField({
    max: 2000,
    ...clearable,
    description: 'Why it is closed although something is left to invoice.',
  })
  reason?: string | null;
}

export class ShipOrderDto implements ShipmentInput {
  @ListField(() => AskedQuantityDto, {
    ...LINES,
    ...optional,
    description: 'All that is open when absent.',
  })
  lines?: AskedQuantityDto[];
  @TextField({ max: 100, ...clearable }) carrier?: string | null;
  @TextField({ max: 100, ...clearable }) trackingNumber?: string | null;
  @DateField({ ...optional, description: 'Today when absent.' }) shippedOn?: LocalDate;
}

export class ReturnOrderDto {
  @ListField(() => AskedQuantityDto, LINES) lines: AskedQuantityDto[];
  @BooleanField({ ...optional, description: 'It can be sold again.' }) restock?: boolean;
  @TextField({ max: 2000 }) reason: string;
}

const moved = { lines: () => AskedQuantityDto } as const;

/** What has left, and when. */
export class ShipmentDto extends HeadBody(shipmentNoun, moved) {}

/** What came back, and why. */
export class OrderReturnDto extends HeadBody(returnNoun, moved) {}

export class GivenUpDto {
  @IdField() lineId: OrderLineId;
  @DecimalField({ scale: 6, min: '0', ...optional, description: 'All that is left when absent.' })
  quantity?: string;
}

export class CloseShortDto implements CloseShortInput {
  @ListField(() => GivenUpDto, {
    ...LINES,
    ...optional,
    description: 'All that is left when absent.',
  })
  lines?: GivenUpDto[];
  @TextField({ max: 2000 }) reason: string;
}

/** With `lineId` a change of that line, else a line that is added. */
export class AmendedLineDto extends NewOrderLineDto {
  @IdField({ ...optional, description: 'Of the line that changes; without it a line is added.' })
  lineId?: OrderLineId;
}

export class AmendOrderDto {
  @ListField(() => AmendedLineDto, {
    ...LINES,
    description:
      'Of a line that is there `ordered` changes; `unitPrice` and `discount` as long as nothing ' +
      'of it is invoiced.',
  })
  lines: AmendedLineDto[];
  @TextField({ max: 2000 }) reason: string;
}

export class AmendedLineFactsDto implements AmendedLineFacts {
  @IdField() lineId: string;
  @TextField({ max: 1000 }) description: string;
  @TextField({ max: 40 }) ordered: string;
  @TextField({ max: 40 }) cancelled: string;
  @TextField({ max: 40, nullable: true }) unitPrice: string | null;
  @TextField({ max: 40 }) net: string;
}

export class AmendmentFactsDto {
  @ListField(() => AmendedLineFactsDto, LINES) lines: readonly AmendedLineFactsDto[];
}

/** What an amendment, or closing it short, made of an order. */
export class OrderAmendmentDto extends HeadBody(orderAmendmentNoun, {
  before: () => AmendmentFactsDto,
  after: () => AmendmentFactsDto,
}) {}

/** The lines of an amendment as the operation takes them. */
export function amendedLines({ lines }: AmendOrderDto): AmendedLine[] {
  return lines.map((dto, i): AmendedLine => {
    const { lineId, ...line } = dto;
    const pointer = `/lines/${i}`;
    if (lineId === undefined) return orderLineInput(line as NewOrderLineDto, pointer);
    const { ordered, unitPrice, discount, ...more } = line;
    const other = Object.entries(more).find(([, value]) => value !== undefined);
    if (other) {
      throw invalidField(`${pointer}/${other[0]}`, 'not_taken', 'does not change any more');
    }
    return {
      lineId,
      ...(ordered !== undefined && { ordered }),
      ...(unitPrice !== undefined && unitPrice !== null && { unitPrice }),
      ...(discount !== undefined && { discount: discountInput(discount, pointer) }),
    };
  });
}
