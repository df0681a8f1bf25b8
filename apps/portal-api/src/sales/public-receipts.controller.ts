import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  Origin,
  Problems,
  Public,
  StrictRateLimit,
  type RequestOrigin,
} from '@quittance/http/host';
import { FindReceipt, receiptUnknown } from '@quittance/sales/host';
import { PublicReceiptDto } from './public-quote.dto.js';

/** Receipts of accepted quotes, for whoever was shown the hash of one. */
@ApiTags('Quotes')
@Public()
@Controller('public/receipts')
export class PublicReceiptsController {
  constructor(private readonly receipts: FindReceipt) {}

  @Get(':hash')
  @StrictRateLimit()
  @Answers(PublicReceiptDto)
  @Problems(receiptUnknown)
  @ApiOperation({
    summary: 'Whether a receipt is one of ours',
    description: 'Which quote it is of, and whether it holds; neither who has agreed nor to what.',
  })
  find(@Param('hash') hash: string, @Origin() { now, requestId }: RequestOrigin) {
    return this.receipts.byHash(hash, now, requestId);
  }
}
