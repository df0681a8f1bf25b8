import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  IfMatch,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
} from '@quittance/http/host';
import { notFound, validationFailed, type AccountId } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { referenceNotFound } from '@quittance/portal/host';
import type { OrderId } from '@quittance/sales';
import { OrderQueries, QuoteQueries, type QuoteId } from '@quittance/sales/host';
import {
  cartBusy,
  cartChanged,
  cartFull,
  FillCart,
  KeepFavourites,
  QuickOrder,
  quickOrderBusy,
  quickOrderFileRefused,
  quickOrderTooLong,
  type FavouriteListId,
} from '@quittance/storefront/host';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { FAVOURITES, portalFavourites } from '../shown/favourites.js';
import { portalOrders } from '../shown/orders.js';
import { portalQuotes } from '../shown/quotes.js';
import { FilledCartDto, QuickOrderAnswerDto, QuickOrderDto } from './fill.dto.js';
import { SaidOrders } from './said-orders.js';
import { filledCart, formerOf, quickAnswer, type Former } from './seen-cart.js';

const CARTS = { directory: 'customer', rights: [['createQuotes', 'placeOrders']] } as const;

/** What brings many lines into the cart at once. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute(CARTS)
@Controller(CUSTOMER)
export class CustomerFillController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly orders: OrderQueries,
    private readonly quotes: QuoteQueries,
    private readonly favourites: KeepFavourites,
    private readonly fill: FillCart,
    private readonly quickOrder: QuickOrder,
    private readonly said: SaidOrders,
  ) {}

  @Post('cart/quick-order')
  @Answers(QuickOrderAnswerDto)
  @Problems(
    referenceNotFound,
    cartBusy,
    cartChanged,
    cartFull,
    quickOrderTooLong,
    quickOrderBusy,
    quickOrderFileRefused,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Order by SKU: a line each, with a result for each',
    description:
      'Lines of `sku quantity`, as they are typed or pasted, or a table that was sent. A file ' +
      'that was only tried waits for the order itself.',
  })
  async quick(
    @PortalCaller() ctx: PortalCtx,
    @Body() { accountId, dryRun = false, ...said }: QuickOrderDto,
    @IfMatch() expectedVersion: number | null,
  ) {
    const wanted = { accountId, expectedVersion };
    const lines = await this.said.lines(ctx, said);
    return quickAnswer(ctx, this.quickOrder.execute(ctx, wanted, { lines, dryRun }));
  }

  @PortalRoute({ ...CARTS, rights: [...CARTS.rights, 'viewOrders'] })
  @Post('cart/from/order/:id')
  @Answers(FilledCartDto)
  @Problems(notFound, cartBusy, cartChanged, cartFull)
  @ApiOperation({ summary: 'Add what an order had, at today’s prices' })
  fromOrder(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: OrderId,
    @IfMatch() expectedVersion: number | null,
  ) {
    return this.ofOrder(ctx, id, expectedVersion);
  }

  @PortalRoute({ directory: 'customer', rights: ['placeOrders', 'viewOrders'] })
  @Post('orders/:id/reorder')
  @Answers(FilledCartDto)
  @Problems(notFound, cartBusy, cartFull)
  @ApiOperation({ summary: 'Put what an order had into the cart again' })
  reorder(@PortalCaller() ctx: PortalCtx, @PathId('id') id: OrderId) {
    return this.ofOrder(ctx, id, null);
  }

  @Post('cart/from/quote/:id')
  @Answers(FilledCartDto)
  @Problems(notFound, cartBusy, cartChanged, cartFull)
  @ApiOperation({ summary: 'Add what a quote offers, at today’s prices' })
  async fromQuote(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: QuoteId,
    @IfMatch() expectedVersion: number | null,
  ) {
    const within = await this.records.within(ctx, portalQuotes, id);
    const { accountId, lines } = await this.quotes.quote(within, id);
    const chosen = lines.filter(({ selected }) => selected);
    return this.put(ctx, { accountId, expectedVersion }, chosen);
  }

  @Post('cart/from/favourite-list/:id')
  @Answers(FilledCartDto)
  @Problems(notFound, cartBusy, cartChanged, cartFull)
  @ApiOperation({ summary: 'Add what a list of favourites has' })
  async fromFavourites(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: FavouriteListId,
    @IfMatch() expectedVersion: number | null,
  ) {
    const list = await this.records.readOne(ctx, portalFavourites, id, FAVOURITES, (tx) =>
      this.favourites.find(tx, id),
    );
    const items = await this.records.reading(ctx, portalFavourites, id, (tx) =>
      this.favourites.read(tx, id),
    );
    const lines = items.map(({ name, ...item }) => ({ ...item, description: name ?? '' }));
    return this.put(ctx, { accountId: list.accountId as AccountId, expectedVersion }, lines);
  }

  private async ofOrder(ctx: PortalCtx, id: OrderId, expectedVersion: number | null) {
    const within = await this.records.within(ctx, portalOrders, id);
    const { accountId, lines } = await this.orders.order(within, id);
    const former = lines.map((line) => ({ ...line, quantity: line.ordered }));
    return this.put(ctx, { accountId, expectedVersion }, former);
  }

  private put(
    ctx: PortalCtx,
    wanted: Parameters<FillCart['execute']>[1],
    lines: readonly Former[],
  ) {
    return filledCart(ctx, this.fill.execute(ctx, wanted, formerOf(lines)));
  }
}
