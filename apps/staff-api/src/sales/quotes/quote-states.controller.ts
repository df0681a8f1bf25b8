import { exchangeRateMissing } from '@quittance/crm/host';
import { CONFIG, type Config } from '@quittance/config';
import { Body, Controller, Delete, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { creditCheckFailed, creditHoldHard } from '@quittance/credit';
import {
  Answers,
  AnswersSecret,
  Asks,
  PathId,
  permissionDenied,
  Problems,
  RequestCtx,
  Resource,
  TellsWhole,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { ownApproval } from '@quittance/sales';
import {
  emailNotAvailable,
  emailRecipientMissing,
  emailTemplateUnusable,
} from '@quittance/notifications';
import {
  AcceptQuote,
  ApproveQuote,
  CancelQuote,
  contentChanged,
  depositExceedsQuote,
  FindReceipt,
  planMissing,
  priceNotFound,
  quoteExpired,
  quoteHasNoLines,
  quoteNotApproved,
  quoteNotOpen,
  quoteStatusConflict,
  quoteSentLately,
  quoteSubmittedTooOften,
  quoteSuperseded,
  quoteTaxUndetermined,
  reasonRequired,
  RejectQuote,
  RenewQuoteLink,
  ReturnQuote,
  revisionOpen,
  ReviseQuote,
  selectionInvalid,
  SendQuote,
  type SharedLink,
  SubmitQuote,
  validityPassed,
  type QuoteId,
} from '@quittance/sales/host';
import { recordAwaitsApproval } from '@quittance/rules/host';
import { taxInputsChanging } from '@quittance/tax';
import { taxCodeUnknown } from '@quittance/tax/host';
import { RECORD_PROBLEMS } from '../../objects/record-problems.js';
import {
  AcceptanceDto,
  AcceptQuoteDto,
  ApproveQuoteDto,
  QuoteDto,
  QuoteLinkDto,
  QuoteReasonDto,
  RejectQuoteDto,
  RequestChangesDto,
  ReturnQuoteDto,
  SendQuoteDto,
  SentQuoteDto,
} from './quote.dto.js';
import { ShowsQuoteFields } from './shows-quote-fields.js';

const DECISION = [notFound, quoteNotOpen, quoteExpired, quoteSuperseded];

/** What moves a quote from one status to another. */
@ApiTags('Quotes')
@Resource('quotes')
@ShowsQuoteFields()
@Controller('quotes/:id')
export class QuoteStatesController {
  constructor(
    private readonly submitQuote: SubmitQuote,
    private readonly approveQuote: ApproveQuote,
    private readonly returnQuote: ReturnQuote,
    private readonly cancelQuote: CancelQuote,
    private readonly reviseQuote: ReviseQuote,
  ) {}

  @Post('submit')
  @Answers(QuoteDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    quoteStatusConflict,
    quoteHasNoLines,
    priceNotFound,
    validityPassed,
    depositExceedsQuote,
    quoteTaxUndetermined,
    planMissing,
    quoteSubmittedTooOften,
    creditHoldHard,
    creditCheckFailed,
    exchangeRateMissing,
    taxCodeUnknown,
    taxInputsChanging,
  )
  @ApiOperation({
    summary: 'Hand a draft over for approval',
    description:
      'It is fixed from then on, for its customer at the addresses of the account by then, and ' +
      'taxed by those. Where credit says no it stays a draft with its check, and the ' +
      'approval of an override submits it. In the mode `always` of `/settings/quote-approval`, ' +
      'the default, somebody approves it then; in the mode `rules` a quote that no rule asks ' +
      'about is approved by that.',
  })
  submit(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteId) {
    return this.submitQuote.execute(ctx, id);
  }

  @Post('approve')
  @Answers(QuoteDto)
  @Problems(
    recordAwaitsApproval,
    notFound,
    quoteStatusConflict,
    contentChanged,
    ownApproval,
    validationFailed,
  )
  @ApiOperation({ summary: 'Let a submitted quote be sent' })
  approve(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteId, @Body() body?: ApproveQuoteDto) {
    return this.approveQuote.execute(ctx, id, body);
  }

  @Post('return')
  @Answers(QuoteDto)
  @Problems(recordAwaitsApproval, notFound, quoteStatusConflict)
  @ApiOperation({ summary: 'Give a submitted quote back as a draft' })
  return(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteId, @Body() body: ReturnQuoteDto) {
    return this.returnQuote.execute(ctx, id, body);
  }

  @Post('cancel')
  @Answers(QuoteDto)
  @Problems(recordAwaitsApproval, notFound, quoteStatusConflict)
  @ApiOperation({ summary: 'Give up a quote that is not out; it keeps its number' })
  cancel(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteId, @Body() body: QuoteReasonDto) {
    return this.cancelQuote.execute(ctx, id, body);
  }

  @Post('revise')
  @Answers(QuoteDto, 201)
  @Problems(notFound, quoteStatusConflict, revisionOpen, ...RECORD_PROBLEMS)
  @ApiOperation({
    summary: 'Write the next revision, a draft under the same number',
    description:
      'The old one stays as it is, and is neither sent nor accepted any more. Its link shows the ' +
      'new one once that is sent.',
  })
  revise(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteId) {
    return this.reviseQuote.execute(ctx, id);
  }
}

/** What customers say of quotes, and the link by which they say it. */
@ApiTags('Quotes')
@Resource('quotes')
@ShowsQuoteFields()
@Controller('quotes/:id')
export class QuoteDecisionsController {
  constructor(
    private readonly sendQuote: SendQuote,
    private readonly link: RenewQuoteLink,
    private readonly acceptQuote: AcceptQuote,
    private readonly rejectQuote: RejectQuote,
    private readonly receipt: FindReceipt,
    @Inject(CONFIG) private readonly config: Pick<Config, 'portalPublicUrl'>,
  ) {}

  @Post('send')
  @HttpCode(200)
  @Answers(SentQuoteDto)
  @AnswersSecret()
  @Problems(
    recordAwaitsApproval,
    notFound,
    quoteNotApproved,
    quoteExpired,
    quoteSuperseded,
    quoteSentLately,
    emailNotAvailable,
    emailRecipientMissing,
    emailTemplateUnusable,
  )
  @ApiOperation({
    summary: 'Mark an approved quote as sent, and make or keep its link',
    description:
      'Sent again, it keeps its link, whose word is told once. Who may not share makes none. ' +
      'With `email` it is e-mailed as well, each time that is asked for: to its contact, else to ' +
      'the account, in the language of the quote, with a link of its own and the PDF. That takes ' +
      'the right to share.',
  })
  async send(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteId, @Body() body: SendQuoteDto) {
    const { email = false } = body ?? {};
    if (email && !ctx.permissions.can('quotes', 'share')) {
      throw permissionDenied({ resource: 'quotes', action: 'share' });
    }
    const { quote, link } = await this.sendQuote.execute(ctx, id, { email });
    return { quote, link: link && this.addressed(link) };
  }

  @Post('share')
  @HttpCode(200)
  @Asks('share')
  @Answers(QuoteLinkDto)
  @AnswersSecret()
  @Problems(recordAwaitsApproval, notFound, quoteNotOpen)
  @ApiOperation({ summary: 'Put a new link in place of the old one' })
  async renew(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteId) {
    return this.addressed(await this.link.execute(ctx, id));
  }

  @Delete('share')
  @HttpCode(204)
  @Asks('share')
  @Problems(notFound)
  @ApiOperation({ summary: 'Take back the link' })
  async revoke(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteId): Promise<void> {
    await this.link.revoke(ctx, id);
  }

  @Post('accept')
  @Answers(QuoteDto)
  @Problems(recordAwaitsApproval, ...DECISION, contentChanged, selectionInvalid, validationFailed)
  @ApiOperation({ summary: 'Take down that the customer has accepted' })
  accept(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteId, @Body() body: AcceptQuoteDto) {
    return this.acceptQuote.execute(ctx, id, body);
  }

  @Post('reject')
  @Answers(QuoteDto)
  @Problems(recordAwaitsApproval, ...DECISION, reasonRequired)
  @ApiOperation({ summary: 'Take down that the customer does not want it' })
  reject(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: QuoteId,
    @Body() { reason = '' }: RejectQuoteDto,
  ) {
    return this.rejectQuote.execute(ctx, id, { reason });
  }

  @Post('request-changes')
  @Answers(QuoteDto)
  @Problems(recordAwaitsApproval, ...DECISION, reasonRequired, validationFailed)
  @ApiOperation({ summary: 'Take down what the customer wants otherwise' })
  requestChanges(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: QuoteId,
    @Body() { message, lines = [], name }: RequestChangesDto,
  ) {
    return this.rejectQuote.requestChanges(ctx, id, { message, lines, name });
  }

  @Get('acceptance')
  @TellsWhole()
  @Answers(AcceptanceDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'Who has accepted a quote, and the receipt of it' })
  acceptance(@RequestCtx() ctx: Ctx, @PathId('id') id: QuoteId) {
    return this.receipt.ofQuote(ctx, id);
  }

  /** With the whole address that it is read at, where its word is told. */
  private addressed(link: SharedLink): QuoteLinkDto {
    const { portalPublicUrl } = this.config;
    const url = link.token === null ? null : new URL(`/q/${link.token}`, portalPublicUrl).href;
    return { ...link, url };
  }
}
