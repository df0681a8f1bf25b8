import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CheckViews, type ViewId } from '@quittance/customization/host';
import {
  Answers,
  AnswersEach,
  NeedsGrant,
  PathId,
  Problems,
  RequestCtx,
  SignedInOnly,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import { ViewHealthDto } from './view-health.dto.js';

/** Which parts of stored views are skipped, and why. */
@ApiTags('Customization')
@SignedInOnly()
@Controller()
export class ViewHealthController {
  constructor(private readonly checkViews: CheckViews) {}

  @Get('views/:id/health')
  @Answers(ViewHealthDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'What of a view is skipped, and why' })
  one(@RequestCtx() ctx: Ctx, @PathId('id') id: ViewId) {
    return this.checkViews.one(ctx, id);
  }

  @Get('customization/view-health')
  @NeedsGrant('customization')
  @AnswersEach(ViewHealthDto)
  @ApiOperation({ summary: 'The same of every view of the company, the unhealthy ones first' })
  all(@RequestCtx() ctx: Ctx) {
    return this.checkViews.all(ctx);
  }
}
