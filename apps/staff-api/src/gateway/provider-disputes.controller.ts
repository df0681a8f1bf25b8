import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { DisputeQueries, disputesOnly, receiptList } from '@quittance/gateway/host';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import { ReceiptDto } from './webhook.dto.js';
import { ProviderDisputeDto } from './provider-dispute.dto.js';

/** Payments that payers dispute with their banks. */
@ApiTags('Online payments')
@Resource('payments')
@Controller('payments/disputes')
export class ProviderDisputesController {
  constructor(
    private readonly lists: Lists,
    private readonly queries: DisputeQueries,
  ) {}

  @Get()
  @AnswersList(ReceiptDto, receiptList)
  @ApiOperation({ summary: 'List payments that are disputed at their providers, by whatever end' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, receiptList, call, disputesOnly);
  }

  @Get(':id')
  @Answers(ProviderDisputeDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'A dispute with what it costs and the invoices it is about' })
  dispute(@RequestCtx() ctx: Ctx, @PathId('id') id: string): Promise<ProviderDisputeDto> {
    return this.queries.dispute(ctx, id);
  }
}
