import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { readToday } from '@quittance/company';
import { Database } from '@quittance/database';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound } from '@quittance/kernel';
import type { ListDefinition, ListNarrowing } from '@quittance/lists';
import {
  customersWithin,
  findListed,
  ofPartnersWithin,
  partnerQuotesWithin,
  registrationsWithin,
  shownCustomers,
  shownOrders,
  shownQuotes,
  shownRegistrations,
  someListed,
} from '@quittance/partner/host';
import { withinReach, type PortalCtx } from '@quittance/portal';
import { ownList } from '../own-list.js';
import { PREFIXES, TAGS } from '../identity/directories.js';
import { BroughtLists } from './brought-lists.js';
import { partnerScopeOf, seesPrices } from './partner-scope-of.js';
import {
  BroughtCustomerDto,
  BroughtOrderDto,
  BroughtQuoteDto,
  MOST_OF_CUSTOMER,
  WholeCustomerDto,
} from './partner.dto.js';

const ORDERS = { directory: 'partner', rights: ['viewOrders'] } as const;

/** What came through a partner: customers, their orders, and quotes on its deals. */
@ApiTags(TAGS.partner)
@PortalRoute(ORDERS)
@Controller(PREFIXES.partner)
export class BroughtController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly brought: BroughtLists,
  ) {}

  @Get('customers')
  @AnswersList(BroughtCustomerDto, ownList(shownCustomers))
  @ApiOperation({ summary: 'List the customers that came through the partner' })
  async customers(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    const within = customersWithin(await this.scopeOf(ctx));
    return this.lists.answer(withinReach(ctx), shownCustomers, call, within);
  }

  @Get('customers/:id')
  @Answers(WholeCustomerDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One customer with what the partner has to do with there' })
  async customer(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: string,
  ): Promise<WholeCustomerDto> {
    const prices = seesPrices(ctx);
    const lists = await this.brought.of(ctx);
    return this.db.read(withinReach(ctx), async (tx) => {
      const [scope, today] = [await partnerScopeOf(tx, ctx.portal), await readToday(tx)];
      const customer = await findListed(tx, shownCustomers, id, customersWithin(scope));
      const head = found<BroughtCustomerDto>(customer, 'customer');
      const some = <Row, Item extends object>(
        list: ListDefinition<Row, Item>,
        alias: string,
        within: ListNarrowing,
      ) => someListed(tx, list, ofAccount(alias, id, within), MOST_OF_CUSTOMER);
      const [registrations, quotes, orders] = await Promise.all([
        some(shownRegistrations(today, prices) as never, 'r', registrationsWithin(scope)),
        some(lists.quotes, 'q', partnerQuotesWithin(scope)),
        some(lists.orders, 'o', ofPartnersWithin('o', scope)),
      ]);
      return { ...head, registrations, quotes, orders } as never;
    });
  }

  @Get('orders')
  @AnswersList(BroughtOrderDto, ownList(shownOrders(true)))
  @ApiOperation({ summary: 'List the orders that came through the partner' })
  async orders(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    const within = ofPartnersWithin('o', await this.scopeOf(ctx));
    const { orders } = await this.brought.of(ctx);
    return this.lists.answer(withinReach(ctx), orders, call, within);
  }

  @Get('orders/:id')
  @Answers(BroughtOrderDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One order' })
  async order(@PortalCaller() ctx: PortalCtx, @PathId('id') id: string): Promise<BroughtOrderDto> {
    const { orders } = await this.brought.of(ctx);
    return this.db.read(ctx, async (tx) => {
      const within = ofPartnersWithin('o', await partnerScopeOf(tx, ctx.portal));
      return found(await findListed(tx, orders, id, within), 'order');
    });
  }

  @Get('quotes')
  @PortalRoute({ directory: 'partner' })
  @AnswersList(BroughtQuoteDto, ownList(shownQuotes(true)))
  @ApiOperation({ summary: 'List the quotes on deals of the partner, sent or later' })
  async quotes(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    const within = partnerQuotesWithin(await this.scopeOf(ctx));
    const { quotes } = await this.brought.of(ctx);
    return this.lists.answer(withinReach(ctx), quotes, call, within);
  }

  @Get('quotes/:id')
  @PortalRoute({ directory: 'partner' })
  @Answers(BroughtQuoteDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One quote' })
  async quote(@PortalCaller() ctx: PortalCtx, @PathId('id') id: string): Promise<BroughtQuoteDto> {
    const { quotes } = await this.brought.of(ctx);
    return this.db.read(ctx, async (tx) => {
      const within = partnerQuotesWithin(await partnerScopeOf(tx, ctx.portal));
      return found(await findListed(tx, quotes, id, within), 'quote');
    });
  }

  private scopeOf(ctx: PortalCtx) {
    return this.db.read(ctx, (tx) => partnerScopeOf(tx, ctx.portal));
  }
}

const ofAccount =
  (alias: string, id: string, within: ListNarrowing): ListNarrowing =>
  (bind) =>
    `${alias}.account_id = ${bind(id)}::uuid and (${within(bind)})`;

/** @throws DomainError not_found */
function found<Body>(item: object | undefined, object: string): Body {
  if (!item) throw notFound({ object });
  return item as Body;
}
