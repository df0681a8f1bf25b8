import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  DisputeMessages,
  disputeList,
  disputesOfInvoice,
  InvoiceQueries,
  invoiceStatusConflict,
  ReviewDispute,
  WriteDisputeMessage,
} from '@quittance/receivables/host';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx, type InvoiceId } from '@quittance/kernel';
import { recordAwaitsApproval } from '@quittance/rules/host';
import {
  DisputeMessageDto,
  DisputeMessagesDto,
  InvoiceDisputeDto,
  InvoiceDto,
  WriteDisputeMessageDto,
} from './invoice.dto.js';

/** What the customer ever objected to of one invoice. */
@ApiTags('Invoices')
@Resource('invoices')
@Controller('invoices/:id')
export class InvoiceDisputesController {
  constructor(
    private readonly lists: Lists,
    private readonly invoices: InvoiceQueries,
    private readonly messages: DisputeMessages,
    private readonly writing: WriteDisputeMessage,
    private readonly reviewing: ReviewDispute,
  ) {}

  @Get('disputes')
  @AnswersList(InvoiceDisputeDto, disputeList)
  @Problems(notFound)
  @ApiOperation({ summary: 'List the disputes of an invoice, open or over, the latest first' })
  async list(@RequestCtx() ctx: Ctx, @PathId('id') id: InvoiceId, @ListParams() call: ListCall) {
    await this.invoices.mustExist(ctx, id);
    return this.lists.answer(ctx, disputeList, call, disputesOfInvoice(id));
  }

  @Get('dispute/messages')
  @Answers(DisputeMessagesDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'What customer and company wrote about disputes of the invoice' })
  read(@RequestCtx() ctx: Ctx, @PathId('id') id: InvoiceId): Promise<DisputeMessagesDto> {
    return this.messages.ofInvoice(ctx, id);
  }

  @Post('dispute/messages')
  @Answers(DisputeMessageDto, 201)
  @Problems(notFound, invoiceStatusConflict, validationFailed)
  @ApiOperation({ summary: 'Write to the customer about what they object to' })
  write(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: InvoiceId,
    @Body() body: WriteDisputeMessageDto,
  ): Promise<DisputeMessageDto> {
    return this.writing.execute(ctx, id, body);
  }

  @Post('dispute/review')
  @Answers(InvoiceDto)
  @Problems(recordAwaitsApproval, notFound, invoiceStatusConflict)
  @ApiOperation({ summary: 'Say that somebody looks at what the customer objects to' })
  review(@RequestCtx() ctx: Ctx, @PathId('id') id: InvoiceId): Promise<InvoiceDto> {
    return this.reviewing.execute(ctx, id);
  }
}
