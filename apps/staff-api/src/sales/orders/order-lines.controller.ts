import { Body, Controller, Delete, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  IfMatch,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  Weighs,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import type { OrderId } from '@quittance/sales';
import {
  AddOrderLine,
  orderLinesFixed,
  awaitingCustomerApproval,
  orderNotDraft,
  milestoneReached,
  orderNotConfirmed,
  ReachOrderMilestone,
  RemoveOrderLine,
  UpdateOrderLine,
  type OrderLineId,
} from '@quittance/sales/host';
import { RECORD_PROBLEMS } from '../../objects/record-problems.js';
import {
  MilestoneDto,
  NewOrderLineDto,
  orderLineInput,
  orderLinePatch,
  UpdateOrderLineDto,
} from './order-line.dto.js';
import { OrderDto } from './order.dto.js';
import { LINE_PROBLEMS } from '../writing-problems.js';
import { ShowsOrderFields } from './shows-order-fields.js';

/** Why no line is changed, whatever the change. */
const REFUSALS = [orderNotDraft, awaitingCustomerApproval, orderLinesFixed, ...LINE_PROBLEMS];

/** Lines of orders that do not bind yet. Each answer is the whole order, priced again. */
@ApiTags('Sales orders')
@Resource('sales-orders')
@ShowsOrderFields()
@Controller('sales-orders/:id/lines')
export class OrderLinesController {
  constructor(
    private readonly addLine: AddOrderLine,
    private readonly updateLine: UpdateOrderLine,
    private readonly reachMilestone: ReachOrderMilestone,
    private readonly removeLine: RemoveOrderLine,
  ) {}

  @Post()
  @Weighs('discount', 'stages')
  @Answers(OrderDto, 201)
  @Problems(...REFUSALS)
  @ApiOperation({ summary: 'Add a line at the end' })
  add(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: OrderId,
    @Body() body: NewOrderLineDto,
    @IfMatch() version: number | null,
  ) {
    return this.addLine.execute(ctx, id, orderLineInput(body, ''), version);
  }

  @Patch(':lineId')
  @Weighs('discount', 'stages')
  @Answers(OrderDto)
  @Problems(...REFUSALS)
  @ApiOperation({ summary: 'Change a line' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: OrderId,
    @PathId('lineId') lineId: OrderLineId,
    @Body() body: UpdateOrderLineDto,
    @IfMatch() version: number | null,
  ) {
    return this.updateLine.execute(ctx, { id, lineId }, orderLinePatch(body), version);
  }

  @Delete(':lineId')
  @Answers(OrderDto)
  @Problems(...REFUSALS)
  @ApiOperation({ summary: 'Remove a line' })
  remove(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: OrderId,
    @PathId('lineId') lineId: OrderLineId,
    @IfMatch() version: number | null,
  ) {
    return this.removeLine.execute(ctx, { id, lineId }, version);
  }

  @Post(':lineId/reach')
  @Answers(OrderDto)
  @Problems(notFound, orderNotConfirmed, milestoneReached, ...RECORD_PROBLEMS)
  @ApiOperation({ summary: 'Tell that a milestone was reached: its part can be invoiced' })
  reach(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: OrderId,
    @PathId('lineId') lineId: OrderLineId,
    @Body() { name }: MilestoneDto,
  ) {
    return this.reachMilestone.execute(ctx, { id, lineId }, name);
  }
}
