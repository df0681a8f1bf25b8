import { Body, Controller, Delete, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  IfMatch,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
} from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { freeAddressNotTaken, referenceNotFound } from '@quittance/portal/host';
import {
  cartBusy,
  cartChanged,
  cartFull,
  EmptyCart,
  productNotAvailable,
  ReadCart,
  RemoveCartLine,
  ReplaceCart,
  SetCartLine,
  type CartLineId,
} from '@quittance/storefront/host';
import { quantityBelowMinimum, quantityStep } from '@quittance/catalog/host';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { CartDto, ReplaceCartDto, SetCartLineDto } from './cart.dto.js';
import { ForAccountQuery } from './product.dto.js';
import { seenCart } from './seen-cart.js';

/** What a user is about to order: theirs alone, one for each account. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer', rights: [['createQuotes', 'placeOrders']] })
@Controller(`${CUSTOMER}/cart`)
export class CustomerCartController {
  constructor(
    private readonly readCart: ReadCart,
    private readonly replaceCart: ReplaceCart,
    private readonly setLine: SetCartLine,
    private readonly removeLine: RemoveCartLine,
    private readonly emptyCart: EmptyCart,
  ) {}

  @Get()
  @Answers(CartDto)
  @Problems(referenceNotFound)
  @ApiOperation({ summary: 'The own cart at today’s prices' })
  read(@PortalCaller() ctx: PortalCtx, @Query() { accountId }: ForAccountQuery) {
    return seenCart(ctx, this.readCart.execute(ctx, accountId));
  }

  @Put()
  @Answers(CartDto)
  @Problems(
    referenceNotFound,
    freeAddressNotTaken,
    cartBusy,
    cartChanged,
    cartFull,
    productNotAvailable,
    quantityBelowMinimum,
    quantityStep,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Replace all that is in the cart',
    description: 'Quantities are absolute: sending the same again changes nothing.',
  })
  replace(
    @PortalCaller() ctx: PortalCtx,
    @Body() { accountId, ...said }: ReplaceCartDto,
    @IfMatch() expectedVersion: number | null,
  ) {
    return seenCart(ctx, this.replaceCart.execute(ctx, { accountId, expectedVersion }, said));
  }

  @Delete()
  @Answers(CartDto)
  @Problems(referenceNotFound, cartBusy, cartChanged)
  @ApiOperation({ summary: 'Take everything out of the cart' })
  empty(
    @PortalCaller() ctx: PortalCtx,
    @Query() { accountId }: ForAccountQuery,
    @IfMatch() expectedVersion: number | null,
  ) {
    return seenCart(ctx, this.emptyCart.execute(ctx, { accountId, expectedVersion }));
  }

  @Put('lines/:lineId')
  @Answers(CartDto)
  @Problems(
    notFound,
    referenceNotFound,
    cartBusy,
    cartChanged,
    cartFull,
    productNotAvailable,
    quantityBelowMinimum,
    quantityStep,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Say how much of a line is wanted',
    description: 'With a product also of a line that is not there yet, under the id of the path.',
  })
  set(
    @PortalCaller() ctx: PortalCtx,
    @PathId('lineId') id: CartLineId,
    @Body() { accountId, ...said }: SetCartLineDto,
    @IfMatch() expectedVersion: number | null,
  ) {
    return seenCart(ctx, this.setLine.execute(ctx, { accountId, expectedVersion }, id, said));
  }

  @Delete('lines/:lineId')
  @Answers(CartDto)
  @Problems(notFound, cartBusy, cartChanged)
  @ApiOperation({ summary: 'Take a line out of the cart' })
  remove(
    @PortalCaller() ctx: PortalCtx,
    @PathId('lineId') id: CartLineId,
    @IfMatch() expectedVersion: number | null,
  ) {
    return seenCart(ctx, this.removeLine.execute(ctx, id, expectedVersion));
  }
}
