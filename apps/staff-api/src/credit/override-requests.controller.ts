import { Body, Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { CreditCheckId } from '@quittance/credit';
import {
  creditCheckNotOverridable,
  RequestOverride,
  type CreditOverrideView,
} from '@quittance/credit/host';
import {
  Answers,
  CollectionParameter,
  PathId,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { CreditOverrideDto, RequestCreditOverrideDto } from './credit.dto.js';

/** The overrides of a check: who requests one makes a record of them, and changes no check. */
@ApiTags('Credit')
@Resource('credit-overrides')
@CollectionParameter('id')
@Controller('credit-checks/:id/override')
export class OverrideRequestsController {
  constructor(private readonly requestOverride: RequestOverride) {}

  @Post()
  @Answers(CreditOverrideDto, 201)
  @Problems(notFound, validationFailed, creditCheckNotOverridable)
  @ApiOperation({ summary: 'Request that a check be overruled; it awaits approval from then on' })
  ask(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: CreditCheckId,
    @Body() { reason, expiresAt = null }: RequestCreditOverrideDto,
  ): Promise<CreditOverrideView> {
    return this.requestOverride.execute(ctx, id, { reason, expiresAt });
  }
}
