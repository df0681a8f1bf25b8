import {
  DecimalField,
  DraftBody,
  HeadBody,
  IdField,
  ListField,
  PatchBody,
  TextField,
} from '@quittance/http/host';
import {
  MOST_STAGES,
  orderLineMembers,
  type InvoicingStage,
  type OrderLineId,
  type OrderLineInput,
  type OrderLinePatch,
} from '@quittance/sales/host';
import { discountInput, documentLineShapes } from '../../receivables/invoices/invoice-line.dto.js';
import { shownShapes } from '../quotes/quote-line.dto.js';

const optional = { optional: true } as const;

/** A part of a line that is invoiced for itself. */
export class NewInvoicingStageDto {
  @TextField({ max: 200 }) name: string;
  @DecimalField({ scale: 6, min: '0', max: '100', ...optional, description: 'Of the line’s net.' })
  percent?: string;
  @DecimalField({ scale: 6, min: '0', ...optional, description: 'Of a milestone, net.' })
  amount?: string;
}

export class InvoicingStageDto extends NewInvoicingStageDto implements InvoicingStage {
  @TextField({ max: 40, ...optional, description: 'When a milestone was reached.' })
  reachedAt?: string;
}

const line = { members: orderLineMembers };
const written = documentLineShapes;
const STAGES = {
  maxItems: MOST_STAGES,
  optional: true,
  description: 'Of what is invoiced by percentages, which add up to 100, or by milestones.',
} as const;

/** A new line. */
export class NewOrderLineDto extends DraftBody(line, written) {
  @ListField(() => NewInvoicingStageDto, STAGES) stages?: NewInvoicingStageDto[];
}

/** The members of a line to change. */
export class UpdateOrderLineDto extends PatchBody(line, written) {
  @ListField(() => NewInvoicingStageDto, STAGES) stages?: NewInvoicingStageDto[];
}

export class OrderLineDto extends HeadBody(line, {
  ...documentLineShapes,
  ...shownShapes,
  stages: () => InvoicingStageDto,
}) {
  @IdField() id: OrderLineId;
  @TextField({ max: 40, description: 'How much is left to be shipped.' }) open: string;
  @TextField({ max: 40, description: 'How much can be invoiced now.' }) invoiceable: string;
  @TextField({ max: 40, description: 'How much came back that was invoiced.' }) creditDue: string;
  @TextField({ max: 40, description: 'Net of what was not cancelled.' }) value: string;
  @TextField({ max: 40, nullable: true, description: 'Of a section: the lines up to the next.' })
  sectionTotal: string | null;
}

/** The line as the operations take it. */
export function orderLineInput(dto: NewOrderLineDto, pointer: string): OrderLineInput {
  return { ...dto, discount: discountInput(dto.discount ?? null, pointer) };
}

/** The members that were sent. */
export function orderLinePatch({ discount, ...rest }: UpdateOrderLineDto): OrderLinePatch {
  return discount === undefined ? rest : { ...rest, discount: discountInput(discount, '') };
}

export class AskedQuantityDto {
  @IdField() lineId: OrderLineId;
  @DecimalField({ scale: 6, min: '0', example: '2' }) quantity: string;
}

/** Which milestone of a line was reached. */
export class MilestoneDto {
  @TextField({ max: 200, example: 'Launch' }) name: string;
}
