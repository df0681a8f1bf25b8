import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { preconditionFailed } from '@quittance/database';
import { Answers, IfMatch, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { validationFailed, type Ctx } from '@quittance/kernel';
import { QuoteApproval } from '@quittance/sales/host';
import { QuoteApprovalDto, SaveQuoteApprovalDto } from './quote.dto.js';

/** Which quotes a person approves. */
@ApiTags('Quotes')
@Resource('company')
@Controller('settings/quote-approval')
export class QuoteApprovalController {
  constructor(private readonly approval: QuoteApproval) {}

  @Get()
  @Answers(QuoteApprovalDto)
  @ApiOperation({ summary: 'Which quotes a person approves' })
  get(@RequestCtx() ctx: Ctx) {
    return this.approval.read(ctx);
  }

  @Put()
  @Answers(QuoteApprovalDto)
  @Problems(preconditionFailed, validationFailed)
  @ApiOperation({ summary: 'Let quotes that break no rule pass without a person, or none' })
  save(
    @RequestCtx() ctx: Ctx,
    @Body() { mode, rules }: SaveQuoteApprovalDto,
    @IfMatch() version: number | null,
  ) {
    const all = rules.map(({ maxPercent, maxTotal = null, minMargin = null, roleId = null }) => {
      return { maxPercent, maxTotal, minMargin, roleId };
    });
    return this.approval.save(ctx, { mode, rules: all }, version);
  }
}
