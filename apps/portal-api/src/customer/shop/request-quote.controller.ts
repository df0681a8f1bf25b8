import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { creditHoldHard } from '@quittance/credit';
import { Answers, IfMatch, PortalCaller, PortalRoute, Problems } from '@quittance/http/host';
import { validationFailed } from '@quittance/kernel';
import { RaiseQuoteRequest, seenOf, type PortalCtx } from '@quittance/portal';
import { referenceNotFound } from '@quittance/portal/host';
import { accountInactive } from '@quittance/sales/host';
import {
  cartBusy,
  cartChanged,
  cartEmpty,
  cartLineUnavailable,
  HandCartOver,
  requestOfCart,
} from '@quittance/storefront/host';
import { RequestedFields } from '../requests/requested-fields.js';
import { CustomerQuoteRequestDto } from '../requests/quote-request.dto.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { QUOTE_REQUEST } from '../shown/quote-requests.js';
import { RequestQuoteOfCartDto } from './request-quote.dto.js';

/** What asks a quote for a cart, instead of ordering it. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer', rights: ['createQuotes'] })
@Controller(`${CUSTOMER}/cart/request-quote`)
export class CustomerCartRequestController {
  constructor(
    private readonly carts: HandCartOver,
    private readonly raise: RaiseQuoteRequest,
    private readonly fields: RequestedFields,
  ) {}

  @Post()
  @Answers(CustomerQuoteRequestDto, 201)
  @Problems(
    referenceNotFound,
    cartBusy,
    cartChanged,
    cartEmpty,
    cartLineUnavailable,
    creditHoldHard,
    accountInactive,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Ask a quote for what is in the cart',
    description:
      'The cart is empty afterwards, and the request handed over: days of delivery of lines are ' +
      'in their notes, its PO number and delivery address in those of the request.',
  })
  async create(
    @PortalCaller() ctx: PortalCtx,
    @Body() { accountId: named, custom, ...words }: RequestQuoteOfCartDto,
    @IfMatch() expectedVersion: number | null,
  ) {
    const own = await this.fields.sent(ctx, custom);
    const wanted = { accountId: named, expectedVersion };
    const made = await this.carts.execute(ctx, wanted, (tx, cart) => {
      const { accountId } = cart;
      const asked = { ...words, ...requestOfCart(cart, words), accountId, own };
      return this.raise.join(tx, ctx.portal, { ...asked, submit: true });
    });
    return this.fields.shown(ctx, seenOf(QUOTE_REQUEST, made, ctx.portal.rights));
  }
}
