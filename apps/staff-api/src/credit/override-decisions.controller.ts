import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { creditHoldHard } from '@quittance/credit';
import {
  ApproveOverride,
  creditCheckNotOverridable,
  creditOverrideNotRequested,
  overrideExpired,
  ownOverride,
  RejectOverride,
  type CreditOverrideId,
  type CreditOverrideView,
} from '@quittance/credit/host';
import { Answers, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  ApproveCreditOverrideDto,
  CreditOverrideDto,
  RejectCreditOverrideDto,
} from './credit.dto.js';

/** Whoever may approve checks decides what is asked about them. */
@ApiTags('Credit')
@Resource('credit-checks')
@Controller('credit-overrides/:id')
export class OverrideDecisionsController {
  constructor(
    private readonly approveOverride: ApproveOverride,
    private readonly rejectOverride: RejectOverride,
  ) {}

  @Post('approve')
  @Answers(CreditOverrideDto)
  @Problems(
    notFound,
    validationFailed,
    ownOverride,
    creditOverrideNotRequested,
    overrideExpired,
    creditCheckNotOverridable,
    creditHoldHard,
  )
  @ApiOperation({
    summary: 'Overrule the check',
    description:
      'The check is approved, the soft holds of the customer are released, and the document goes ' +
      'on. Nobody approves their own request, unless the company lets them.',
  })
  approve(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditOverrideId,
    @Body() body?: ApproveCreditOverrideDto,
  ): Promise<CreditOverrideView> {
    return this.approveOverride.execute(ctx, id, body?.note ?? null);
  }

  @Post('reject')
  @Answers(CreditOverrideDto)
  @Problems(notFound, validationFailed, creditOverrideNotRequested, overrideExpired)
  @ApiOperation({ summary: 'Let the check stand' })
  reject(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditOverrideId,
    @Body() { reason }: RejectCreditOverrideDto,
  ): Promise<CreditOverrideView> {
    return this.rejectOverride.execute(ctx, id, reason);
  }
}
