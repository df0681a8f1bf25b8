import { Body, Controller, Get, Injectable, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  caseChoices,
  caseReopenExpired,
  caseStatusConflict,
  CommentCase,
  MoveCase,
  OpenCase,
  publicCommentsOf,
  RateCase,
  requireChosen,
} from '@quittance/crm/host';
import {
  Answers,
  AnswersList,
  ListParams,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import { CompanyModels, type RecordId } from '@quittance/metadata';
import { readRecord } from '@quittance/objects';
import { fileTypeRefused } from '@quittance/objects/host';
import type { PortalCtx } from '@quittance/portal';
import { referenceNotFound } from '@quittance/portal/host';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { documentedList } from '../pointed/documented-list.js';
import { portalCases, SHOWN_CASE } from '../shown/cases.js';
import {
  CaseChoicesDto,
  CommentCustomerCaseDto,
  CustomerCaseDto,
  CustomerCaseHeadDto,
  OpenCustomerCaseDto,
  RateCustomerCaseDto,
} from './case.dto.js';
import { requireRelated } from './related-records.js';

/** The operations on cases, handed on together. */
@Injectable()
export class CaseOperations {
  constructor(
    readonly open: OpenCase,
    readonly comment: CommentCase,
    readonly move: MoveCase,
    readonly rate: RateCase,
  ) {}
}

/** What a customer asks and complains of. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(`${CUSTOMER}/cases`)
export class CustomerCasesController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly models: CompanyModels,
    private readonly operations: CaseOperations,
  ) {}

  @Get()
  @AnswersList(CustomerCaseHeadDto, documentedList(portalCases))
  @ApiOperation({ summary: 'List the cases' })
  list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    return this.records.list(ctx, portalCases, call);
  }

  @Post()
  @Answers(CustomerCaseDto, 201)
  @Problems(referenceNotFound, fileTypeRefused, validationFailed)
  @ApiOperation({ summary: 'Open a case' })
  async open(
    @PortalCaller() ctx: PortalCtx,
    @Body() { accountId: named, related, custom, ...said }: OpenCustomerCaseDto,
  ) {
    const { accountId, within } = await this.records.account(ctx, named);
    if (said.reason !== undefined || said.priority !== undefined) {
      requireChosen(await this.choices(ctx), said);
    }
    if (related) await requireRelated(this.records, ctx, related);
    const { portalUserId, contactId, partyId } = ctx.portal;
    const { id } = await this.operations.open.execute(within, {
      ...said,
      ...(await this.records.sent(ctx, portalCases, custom)),
      ...(related && { related }),
      accountId,
      // A contact is one of the account that the user belongs to.
      contactId: accountId === partyId ? contactId : null,
      portalUserId,
    });
    return this.find(ctx, id);
  }

  @Get('choices')
  @Answers(CaseChoicesDto)
  @ApiOperation({ summary: 'The reasons and priorities that a case is opened with' })
  choices(@PortalCaller() ctx: PortalCtx): Promise<CaseChoicesDto> {
    return this.records.read(ctx, caseChoices);
  }

  @Get(':id')
  @Answers(CustomerCaseDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One case with what was said about it, but among staff' })
  find(@PortalCaller() ctx: PortalCtx, @PathId('id') id: RecordId) {
    return this.records.readOne<object>(ctx, portalCases, id, SHOWN_CASE, async (tx) => ({
      ...(await readRecord(tx, await this.models.object(tx, 'case'), id)),
      comments: await publicCommentsOf(tx, id),
    }));
  }

  @Post(':id/comments')
  @Answers(CustomerCaseDto)
  @Problems(
    notFound,
    caseStatusConflict,
    caseReopenExpired,
    referenceNotFound,
    fileTypeRefused,
    validationFailed,
  )
  @ApiOperation({
    summary: 'Say something about a case',
    description: 'It ends the waiting for the customer, and brings a resolved case back.',
  })
  async comment(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: RecordId,
    @Body() said: CommentCustomerCaseDto,
  ) {
    const within = await this.records.within(ctx, portalCases, id);
    const comment = { ...said, caseId: id, visibility: 'public' } as const;
    await this.operations.comment.execute(within, comment);
    return this.find(ctx, id);
  }

  @Post(':id/close')
  @Answers(CustomerCaseDto)
  @Problems(notFound, caseStatusConflict, validationFailed)
  @ApiOperation({ summary: 'Close a case that needs no answer any more' })
  close(@PortalCaller() ctx: PortalCtx, @PathId('id') id: RecordId) {
    return this.moved(ctx, id, 'close');
  }

  @Post(':id/reopen')
  @Answers(CustomerCaseDto)
  @Problems(notFound, caseStatusConflict, caseReopenExpired, validationFailed)
  @ApiOperation({
    summary: 'Go on with a case that is over',
    description: 'For 30 days; later open another one that names it as related.',
  })
  reopen(@PortalCaller() ctx: PortalCtx, @PathId('id') id: RecordId) {
    return this.moved(ctx, id, 'reopen');
  }

  @Post(':id/rate')
  @Answers(CustomerCaseDto)
  @Problems(notFound, caseStatusConflict, validationFailed)
  @ApiOperation({ summary: 'Say, once, how content you are with a case that is over' })
  async rate(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: RecordId,
    @Body() { rating }: RateCustomerCaseDto,
  ) {
    const within = await this.records.within(ctx, portalCases, id);
    await this.operations.rate.execute(within, { id, rating });
    return this.find(ctx, id);
  }

  private async moved(ctx: PortalCtx, id: RecordId, operation: 'close' | 'reopen') {
    const within = await this.records.within(ctx, portalCases, id);
    await this.operations.move.execute(within, { id, expectedVersion: null, operation });
    return this.find(ctx, id);
  }
}
