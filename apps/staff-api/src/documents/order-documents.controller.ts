import { Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import {
  emailNotAvailable,
  emailRecipientMissing,
  emailTemplateUnusable,
} from '@quittance/notifications';
import type { OrderId } from '@quittance/sales';
import { orderNotConfirmed, orderSentLately, PrintOrder, SendOrder } from '@quittance/sales/host';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAwaitsApproval } from '@quittance/rules/host';
import { OrderDto } from '../sales/orders/order.dto.js';
import { ShowsOrderFields } from '../sales/orders/shows-order-fields.js';
import { AnswersDocument } from './answers-document.js';
import { DocumentAnswers } from './document-answers.js';
import { PrintQuery } from './document.dto.js';

/** Orders as their customers get them. */
@ApiTags('Sales orders')
@Resource('sales-orders')
@Controller('sales-orders')
export class OrderDocumentsController {
  constructor(
    private readonly printed: PrintOrder,
    private readonly answers: DocumentAnswers,
  ) {}

  @Get(':id/pdf')
  @AnswersDocument('application/pdf')
  @ApiOperation({
    summary: 'An order as PDF: its confirmation from the day on that it binds',
    description:
      'What is still agreed of it, what was asked for ahead, and its delivery, in the language ' +
      'of the order, unless another is asked for.',
  })
  async pdf(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: OrderId,
    @Query() query: PrintQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const document = await this.printed.document(ctx, id, query);
    await this.answers.send({ document, format: 'pdf' }, request, reply);
  }

  @Get(':id/print')
  @AnswersDocument('text/html')
  @ApiOperation({ summary: 'An order as a page to print' })
  async print(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: OrderId,
    @Query() query: PrintQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const document = await this.printed.document(ctx, id, query);
    await this.answers.send({ document, format: 'html' }, request, reply);
  }
}

/** Confirmations by e-mail. */
@ApiTags('Sales orders')
@Resource('sales-orders')
@ShowsOrderFields()
@Controller('sales-orders')
export class OrderEmailsController {
  constructor(private readonly sendOrder: SendOrder) {}

  @Post(':id/send')
  @Answers(OrderDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    orderNotConfirmed,
    orderSentLately,
    emailNotAvailable,
    emailRecipientMissing,
    emailTemplateUnusable,
  )
  @ApiOperation({
    summary: 'E-mail the confirmation of an order that binds, with its PDF',
    description:
      'To its contact, else to the account, in the language of the order; once in a ' +
      'minute and five times in a day.',
  })
  send(@RequestCtx() ctx: Ctx, @PathId('id') id: OrderId) {
    return this.sendOrder.execute(ctx, id);
  }
}
