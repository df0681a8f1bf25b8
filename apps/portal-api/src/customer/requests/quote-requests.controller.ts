import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { creditHoldHard } from '@quittance/credit';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  IfMatch,
  ListParams,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { RaiseQuoteRequest, seenOf, type PortalCtx } from '@quittance/portal';
import {
  CloseQuoteRequest,
  quoteRequestEmpty,
  quoteRequestStatusConflict,
  referenceNotFound,
  SubmitQuoteRequest,
  UpdateQuoteRequest,
  viewRequest,
  type QuoteRequestId,
  type QuoteRequestView,
} from '@quittance/portal/host';
import { accountInactive } from '@quittance/sales/host';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { documentedList } from '../pointed/documented-list.js';
import { portalQuoteRequests, QUOTE_REQUEST } from '../shown/quote-requests.js';
import { RequestedFields } from './requested-fields.js';
import {
  CreateQuoteRequestDto,
  CustomerQuoteRequestDto,
  CustomerQuoteRequestHeadDto,
  PatchQuoteRequestDto,
} from './quote-request.dto.js';

/** What customers ask quotes for. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer', rights: ['createQuotes'] })
@Controller(`${CUSTOMER}/quote-requests`)
export class CustomerQuoteRequestsController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly raise: RaiseQuoteRequest,
    private readonly update: UpdateQuoteRequest,
    private readonly submit: SubmitQuoteRequest,
    private readonly close: CloseQuoteRequest,
    private readonly fields: RequestedFields,
  ) {}

  @Get()
  @AnswersList(CustomerQuoteRequestHeadDto, documentedList(portalQuoteRequests))
  @ApiOperation({ summary: 'List the requests for quotes' })
  list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    return this.records.list(ctx, portalQuoteRequests, call);
  }

  @Post()
  @Answers(CustomerQuoteRequestDto, 201)
  @Problems(referenceNotFound, validationFailed)
  @ApiOperation({
    summary: 'Write down what a quote is asked for',
    description: 'It is a draft that nobody works on until it is submitted.',
  })
  async create(
    @PortalCaller() ctx: PortalCtx,
    @Body() { accountId: named, custom, ...asked }: CreateQuoteRequestDto,
  ) {
    const { accountId, within } = await this.records.account(ctx, named);
    const own = await this.fields.sent(ctx, custom);
    const made = await this.raise.execute(within, ctx.portal, { ...asked, accountId, own });
    return this.fields.shown(ctx, seenOf(QUOTE_REQUEST, made, ctx.portal.rights));
  }

  @Get(':id')
  @Answers(CustomerQuoteRequestDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One request with its lines' })
  async find(@PortalCaller() ctx: PortalCtx, @PathId('id') id: QuoteRequestId) {
    const found = await this.records.readOne(ctx, portalQuoteRequests, id, QUOTE_REQUEST, (tx) =>
      viewRequest(tx, id),
    );
    return this.fields.shown(ctx, found);
  }

  @Patch(':id')
  @Answers(CustomerQuoteRequestDto)
  @Problems(
    notFound,
    preconditionFailed,
    quoteRequestStatusConflict,
    referenceNotFound,
    validationFailed,
  )
  @ApiOperation({ summary: 'Change a draft' })
  async change(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: QuoteRequestId,
    @Body() { custom, ...patch }: PatchQuoteRequestDto,
    @IfMatch() expectedVersion: number | null,
  ) {
    const { portalUserId } = ctx.portal;
    const said = { ...patch, own: await this.fields.sent(ctx, custom) };
    return this.moved(ctx, id, (within) =>
      this.update.execute(within, { id, expectedVersion, portalUserId }, said),
    );
  }

  @Post(':id/submit')
  @Answers(CustomerQuoteRequestDto)
  @Problems(
    notFound,
    quoteRequestStatusConflict,
    quoteRequestEmpty,
    creditHoldHard,
    accountInactive,
    validationFailed,
  )
  @ApiOperation({ summary: 'Hand a draft over' })
  async handOver(@PortalCaller() ctx: PortalCtx, @PathId('id') id: QuoteRequestId) {
    const own = await this.fields.sent(ctx);
    return this.moved(ctx, id, (within) => this.submit.execute(within, id, own));
  }

  @Post(':id/withdraw')
  @Answers(CustomerQuoteRequestDto)
  @Problems(notFound, quoteRequestStatusConflict)
  @ApiOperation({ summary: 'Take a request back that no quote was sent for' })
  withdraw(@PortalCaller() ctx: PortalCtx, @PathId('id') id: QuoteRequestId) {
    return this.moved(ctx, id, (within) => this.close.withdraw(within, id));
  }

  private async moved(
    ctx: PortalCtx,
    id: QuoteRequestId,
    work: (within: Ctx) => Promise<QuoteRequestView>,
  ) {
    const { records } = this;
    const after = await records.one(ctx, portalQuoteRequests, id, QUOTE_REQUEST, work);
    return this.fields.shown(ctx, after);
  }
}
