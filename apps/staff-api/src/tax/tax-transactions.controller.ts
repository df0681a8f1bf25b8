import { Controller, Get, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersList,
  ListParams,
  Lists,
  PathId,
  Problems,
  Repeats,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import {
  ChangeTaxTransaction,
  TaxQueries,
  taxProviderRefused,
  taxProviderUnavailable,
  taxTransactionConflict,
  taxTransactionList,
} from '@quittance/tax/host';
import { TaxTransactionDto } from './tax-transaction.dto.js';

/** What is recorded of the tax of invoices, here and at the provider. */
@ApiTags('Tax')
@Resource('tax')
@Repeats('invoices', 'credit-notes')
@Controller('tax/transactions')
export class TaxTransactionsController {
  constructor(
    private readonly lists: Lists,
    private readonly queries: TaxQueries,
    private readonly change: ChangeTaxTransaction,
  ) {}

  @Get()
  @AnswersList(TaxTransactionDto, taxTransactionList)
  @ApiOperation({ summary: 'List the tax transactions' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, taxTransactionList, call);
  }

  @Get(':id')
  @Answers(TaxTransactionDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One tax transaction' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: string): Promise<TaxTransactionDto> {
    return this.queries.transaction(ctx, id);
  }

  @Post(':id/commit')
  @Answers(TaxTransactionDto)
  @Problems(notFound, taxTransactionConflict, taxProviderRefused, taxProviderUnavailable)
  @ApiOperation({
    summary: 'Have the tax of an invoice committed now',
    description: 'Sending an invoice does so by itself; this asks the provider again at once.',
  })
  commit(@RequestCtx() ctx: Ctx, @PathId('id') id: string): Promise<TaxTransactionDto> {
    return this.change.execute(ctx, id, 'commit');
  }

  @Post(':id/void')
  @Answers(TaxTransactionDto)
  @Problems(notFound, taxTransactionConflict, taxProviderRefused, taxProviderUnavailable)
  @ApiOperation({
    summary: 'Have the tax of an invoice voided now',
    description: 'Voiding an invoice does so by itself; this asks the provider again at once.',
  })
  void(@RequestCtx() ctx: Ctx, @PathId('id') id: string): Promise<TaxTransactionDto> {
    return this.change.execute(ctx, id, 'void');
  }
}
