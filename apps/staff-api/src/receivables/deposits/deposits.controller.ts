import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  Repeats,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import { accountNotActive } from '@quittance/receivables';
import {
  AskDeposit,
  ReleaseDeposit,
  accountDepositList,
  depositNotAvailable,
  invoiceStatusConflict,
} from '@quittance/receivables/host';
import { recordAwaitsApproval } from '@quittance/rules/host';
import { taxInputsChanging } from '@quittance/tax';
import { taxCodeUnknown } from '@quittance/tax/host';
import { RECORD_PROBLEMS } from '../../objects/record-problems.js';
import { InvoiceDto } from '../invoices/invoice.dto.js';
import { ShowsInvoiceFields } from '../invoices/shows-invoice-fields.js';
import { AccountDepositDto, AskDepositDto, ReleaseDepositDto } from './deposit.dto.js';

/** What customers are asked for ahead, without an order. */
@ApiTags('Deposits')
@Resource('invoices')
@ShowsInvoiceFields()
@Controller('deposits')
export class DepositsController {
  constructor(
    private readonly lists: Lists,
    private readonly askDeposit: AskDeposit,
    private readonly releaseDeposit: ReleaseDeposit,
  ) {}

  @Get()
  @Repeats('invoices')
  @AnswersList(AccountDepositDto, accountDepositList)
  @ApiOperation({ summary: 'List the deposits of customers and what is left of them' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, accountDepositList, call);
  }

  @Post()
  @Answers(InvoiceDto, 201)
  @Problems(accountNotActive, taxCodeUnknown, taxInputsChanging, ...RECORD_PROBLEMS)
  @ApiOperation({
    summary: 'Draft an invoice that asks a customer for money ahead of any order',
    description:
      'Its gross is exact and each amount contains its tax. What is paid of it is deducted from ' +
      'invoices by `POST /invoices/{id}/deduct-deposits`.',
  })
  ask(@RequestCtx() ctx: Ctx, @Body() body: AskDepositDto): Promise<InvoiceDto> {
    return this.askDeposit.execute(ctx, body);
  }

  @Post(':id/release')
  @Answers(InvoiceDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    invoiceStatusConflict,
    depositNotAvailable,
    taxInputsChanging,
  )
  @ApiOperation({
    summary: 'End a deposit: credit what is left of it with its tax',
    description:
      'That goes against what is unpaid of the deposit; the rest is credit of the customer.',
  })
  release(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body: ReleaseDepositDto,
  ): Promise<InvoiceDto> {
    return this.releaseDeposit.execute(ctx, id, { ...body, refund: false });
  }
}
