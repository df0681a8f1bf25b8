import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ResolveReceipt,
  receiptAlreadyResolved,
  receiptList,
  refundRequestList,
  webhookDeliveryList,
} from '@quittance/gateway/host';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  WholeCompany,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import { RefundRequestDto } from './refund-request.dto.js';
import { ReceiptDto, ResolveReceiptDto, WebhookDeliveryDto } from './webhook.dto.js';

/** What providers have told, and money of theirs that could not be applied. */
@ApiTags('Online payments')
@Resource('payments')
@Controller('payments')
export class ReceiptsController {
  constructor(
    private readonly lists: Lists,
    private readonly resolveReceipt: ResolveReceipt,
  ) {}

  @Get('webhook-deliveries')
  @WholeCompany()
  @AnswersList(WebhookDeliveryDto, webhookDeliveryList)
  @ApiOperation({ summary: 'List verified webhooks and what became of them' })
  deliveries(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, webhookDeliveryList, call);
  }

  @Get('refund-requests')
  @AnswersList(RefundRequestDto, refundRequestList)
  @ApiOperation({ summary: 'List refunds that providers were asked to make' })
  refundRequests(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, refundRequestList, call);
  }

  @Get('unapplied-receipts')
  @AnswersList(ReceiptDto, receiptList)
  @ApiOperation({ summary: 'List money that was reported and could not be applied' })
  receipts(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, receiptList, call);
  }

  @Post('unapplied-receipts/:id/resolve')
  @Answers(ReceiptDto)
  @Problems(notFound, receiptAlreadyResolved)
  @ApiOperation({ summary: 'Note what was done about it' })
  resolve(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: string,
    @Body() { note }: ResolveReceiptDto,
  ): Promise<ReceiptDto> {
    return this.resolveReceipt.execute(ctx, { id, note });
  }
}
