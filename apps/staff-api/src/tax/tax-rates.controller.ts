import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersList,
  AnswersNothing,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import {
  CreateTaxRate,
  DeleteTaxRate,
  TaxQueries,
  UpdateTaxRate,
  taxRateList,
  taxRateOverlaps,
} from '@quittance/tax/host';
import { CreateTaxRateDto, TaxRateDto, UpdateTaxRateDto } from './tax-rate.dto.js';

/** Percentages of a jurisdiction for a tax code over a time. */
@ApiTags('Tax set-up')
@Resource('tax')
@Controller('tax/rates')
export class TaxRatesController {
  constructor(
    private readonly lists: Lists,
    private readonly queries: TaxQueries,
    private readonly createTaxRate: CreateTaxRate,
    private readonly updateTaxRate: UpdateTaxRate,
    private readonly deleteTaxRate: DeleteTaxRate,
  ) {}

  @Get()
  @AnswersList(TaxRateDto, taxRateList)
  @ApiOperation({ summary: 'List rates' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, taxRateList, call);
  }

  @Post()
  @Answers(TaxRateDto, 201)
  @Problems(taxRateOverlaps)
  @ApiOperation({ summary: 'Make a rate' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateTaxRateDto): Promise<TaxRateDto> {
    return this.createTaxRate.execute(ctx, body);
  }

  @Get(':id')
  @Answers(TaxRateDto)
  @ApiOperation({ summary: 'One rate' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: string): Promise<TaxRateDto> {
    return this.queries.rate(ctx, id);
  }

  @Patch(':id')
  @Answers(TaxRateDto)
  @Problems(taxRateOverlaps)
  @ApiOperation({ summary: 'Change a rate' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: string,
    @Body() patch: UpdateTaxRateDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<TaxRateDto> {
    return this.updateTaxRate.execute(ctx, { id, expectedVersion, patch });
  }

  @Delete(':id')
  @AnswersNothing()
  @ApiOperation({ summary: 'Delete a rate' })
  delete(@RequestCtx() ctx: Ctx, @PathId('id') id: string): Promise<void> {
    return this.deleteTaxRate.execute(ctx, id);
  }
}
