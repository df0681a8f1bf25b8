import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  AnswersList,
  CurrencyField,
  DateField,
  EnumField,
  IdField,
  ListParams,
  Lists,
  RequestCtx,
  Resource,
  TextField,
  type ListCall,
} from '@quittance/http/host';
import type { AccountId, Ctx } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import {
  BACKLOG_STATUSES,
  orderBacklogList,
  type BacklogLine,
  type BacklogStatus,
} from '@quittance/reporting/host';
import type { OrderId } from '@quittance/sales';

export class BacklogLineDto implements BacklogLine {
  @IdField() orderId: OrderId;
  @TextField({ max: 64 }) number: string;
  @EnumField(BACKLOG_STATUSES) status: BacklogStatus;
  @IdField() accountId: AccountId;
  @TextField({ max: 255 }) accountName: string;
  @CurrencyField() currency: Currency;
  @DateField() issueDate: LocalDate;
  @DateField({ nullable: true }) requestedOn: LocalDate | null;
  @AmountField({ description: 'With tax, of what is agreed.' }) value: string;
  @AmountField({
    description: 'Net of the goods that have not left, with their part of allowances and charges.',
  })
  toShip: string;
  @AmountField({
    description: 'Net of what is sold once and not invoiced, with its part of those of the whole.',
  })
  toInvoice: string;
}

/** What is left to be done about sales orders. */
@ApiTags('Reports')
@Resource('reports')
@Controller('reports')
export class OrderReportsController {
  constructor(private readonly lists: Lists) {}

  @Get('order-backlog')
  @AnswersList(BacklogLineDto, orderBacklogList)
  @ApiOperation({
    summary: 'Orders of which something is left to be shipped or invoiced',
    description: 'Those that bind, of which whoever asks may see the order.',
  })
  backlog(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, orderBacklogList, call);
  }
}
