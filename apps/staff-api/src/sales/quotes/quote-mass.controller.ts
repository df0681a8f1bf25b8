import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, Asks, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { validationFailed, type Ctx } from '@quittance/kernel';
import { invalidListRequest } from '@quittance/lists';
import { bulkTooMany } from '@quittance/mass/host';
import { BulkUpdateQuotes } from '@quittance/sales/host';
import { BulkSummaryDto, BulkUpdateDto } from '../../objects/mass.dto.js';

/** Many quotes at once. */
@ApiTags('Quotes')
@Resource('quotes')
@Controller('quotes')
export class QuoteMassController {
  constructor(private readonly bulkUpdate: BulkUpdateQuotes) {}

  @Post('bulk')
  @HttpCode(200)
  @Asks('bulk_update')
  @Answers(BulkSummaryDto)
  @Problems(bulkTooMany, invalidListRequest, validationFailed)
  @ApiOperation({
    summary: 'Change many quotes at once',
    description:
      'Owner, internal notes and custom fields of at most 10,000, in whatever state but ' +
      'cancelled, each for itself: one that is refused keeps no other from being changed.',
  })
  bulk(@RequestCtx() ctx: Ctx, @Body() body: BulkUpdateDto): Promise<BulkSummaryDto> {
    return this.bulkUpdate.execute(ctx, body);
  }
}
