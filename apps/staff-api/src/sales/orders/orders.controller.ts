import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  Asks,
  DocumentFiles,
  ExportsLines,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  Weighs,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import type { OrderId } from '@quittance/sales';
import {
  CloneOrder,
  CreateOrder,
  OrderFields,
  orderInvoiced,
  orderLinesFixed,
  orderList,
  awaitingCustomerApproval,
  orderNotDraft,
  OrderQueries,
  UpdateOrder,
} from '@quittance/sales/host';
import { documentDiscount } from '../quotes/quote-line.dto.js';
import { CreateOrderDto, orderDraft, OrderDto, OrderHeadDto, UpdateOrderDto } from './order.dto.js';
import { WRITING_PROBLEMS } from '../writing-problems.js';
import { ShowsOrderFields } from './shows-order-fields.js';

/** Sales orders: writing, reading, changing. */
@ApiTags('Sales orders')
@Resource('sales-orders')
@ShowsOrderFields()
@Controller('sales-orders')
export class OrdersController {
  constructor(
    private readonly lists: Lists,
    private readonly files: DocumentFiles,
    private readonly fields: OrderFields,
    private readonly queries: OrderQueries,
    private readonly createOrder: CreateOrder,
    private readonly cloneOrder: CloneOrder,
    private readonly updateOrder: UpdateOrder,
  ) {}

  @Get()
  @ExportsLines()
  @AnswersList(OrderHeadDto, orderList)
  @ApiOperation({ summary: 'List sales orders' })
  async list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    const list = await this.fields.list(ctx, call.format !== 'json');
    return call.withLines
      ? this.files.answer(ctx, list, call, await this.fields.file(ctx))
      : this.lists.answer(ctx, list, call);
  }

  @Post()
  @Weighs('adjustments', 'discount', 'stages')
  @Answers(OrderDto, 201)
  @Problems(...WRITING_PROBLEMS)
  @ApiOperation({ summary: 'Write a draft order' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateOrderDto) {
    return this.createOrder.execute(ctx, orderDraft(body));
  }

  @Get('by-number/:number')
  @Answers(OrderDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'The order that bears a number' })
  findByNumber(@RequestCtx() ctx: Ctx, @Param('number') number: string) {
    return this.queries.orderByNumber(ctx, number);
  }

  @Get(':id')
  @Answers(OrderDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One order with its lines' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: OrderId) {
    return this.queries.order(ctx, id);
  }

  @Patch(':id')
  @Weighs('adjustments', 'discount', 'stages')
  @Answers(OrderDto)
  @Problems(
    notFound,
    preconditionFailed,
    orderNotDraft,
    awaitingCustomerApproval,
    orderInvoiced,
    orderLinesFixed,
    ...WRITING_PROBLEMS,
  )
  @ApiOperation({
    summary: 'Change an order',
    description:
      'A draft or a pending one is priced again at the prices its lines have; with another ' +
      'customer or currency they are looked up. Of one that was made of a quote what was agreed ' +
      'stays. Contact, owner, PO number, requested day, notes and custom fields change until it ' +
      'is closed.',
  })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: OrderId,
    @Body() body: UpdateOrderDto,
    @IfMatch() version: number | null,
  ) {
    return this.updateOrder.execute(ctx, id, patchOf(body), version);
  }

  @Post(':id/clone')
  @Weighs('adjustments', 'discount', 'stages')
  @Asks('clone')
  @Answers(OrderDto, 201)
  @Problems(notFound, ...WRITING_PROBLEMS)
  @ApiOperation({
    summary: 'Make a copy of an order',
    description:
      'A new draft with its lines, texts and custom fields, with the members sent in place of ' +
      'its own, dated today; prices that nobody typed are looked up again.',
  })
  clone(@RequestCtx() ctx: Ctx, @PathId('id') id: OrderId, @Body() body: UpdateOrderDto) {
    return this.cloneOrder.execute(ctx, id, patchOf(body) as object);
  }
}

function patchOf({ discount, ...rest }: UpdateOrderDto) {
  return discount === undefined ? rest : { ...rest, discount: documentDiscount(discount) ?? null };
}
