import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  DisputeQueries,
  disputesOnly,
  disputeDecided,
  disputeEvidenceLimit,
  disputeEvidenceMissing,
  disputeEvidenceSubmitted,
  GatherEvidence,
  receiptList,
} from '@quittance/gateway/host';
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
import { AddEvidenceDto, ProviderDisputeDto, SubmitEvidenceDto } from './provider-dispute.dto.js';

/** Payments that payers dispute with their banks. */
@ApiTags('Online payments')
@Resource('payments')
@Controller('payments/disputes')
export class ProviderDisputesController {
  constructor(
    private readonly lists: Lists,
    private readonly queries: DisputeQueries,
    private readonly gather: GatherEvidence,
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

  @Post(':id/evidence')
  @Answers(ProviderDisputeDto)
  @Problems(disputeDecided, disputeEvidenceLimit, disputeEvidenceSubmitted, notFound)
  @ApiOperation({ summary: 'Keep something that speaks for the company in a dispute' })
  addEvidence(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: string,
    @Body() input: AddEvidenceDto,
  ): Promise<ProviderDisputeDto> {
    return this.gather.add(ctx, id, input);
  }

  @Post(':id/evidence/submit')
  @Answers(ProviderDisputeDto)
  @Problems(disputeDecided, disputeEvidenceMissing, disputeEvidenceSubmitted, notFound)
  @ApiOperation({
    summary: 'Say that the evidence was handed in at the provider',
    description: 'No provider is asked: people hand it in there.',
  })
  submitEvidence(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: string,
    @Body() input: SubmitEvidenceDto,
  ): Promise<ProviderDisputeDto> {
    return this.gather.submit(ctx, id, input);
  }
}
