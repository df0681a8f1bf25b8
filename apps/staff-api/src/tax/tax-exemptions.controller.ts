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
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import {
  CreateTaxExemption,
  DeleteTaxExemption,
  TaxQueries,
  UpdateTaxExemption,
  taxExemptionList,
} from '@quittance/tax/host';
import {
  CreateTaxExemptionDto,
  TaxExemptionDto,
  UpdateTaxExemptionDto,
} from './tax-exemption.dto.js';

/** Certificates that free a customer from tax. */
@ApiTags('Tax set-up')
@Resource('tax')
@Controller('tax/exemptions')
export class TaxExemptionsController {
  constructor(
    private readonly lists: Lists,
    private readonly queries: TaxQueries,
    private readonly createTaxExemption: CreateTaxExemption,
    private readonly updateTaxExemption: UpdateTaxExemption,
    private readonly deleteTaxExemption: DeleteTaxExemption,
  ) {}

  @Get()
  @AnswersList(TaxExemptionDto, taxExemptionList)
  @ApiOperation({ summary: 'List exemptions' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, taxExemptionList, call);
  }

  @Post()
  @Answers(TaxExemptionDto, 201)
  @ApiOperation({ summary: 'Make an exemption' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateTaxExemptionDto): Promise<TaxExemptionDto> {
    return this.createTaxExemption.execute(ctx, body);
  }

  @Get(':id')
  @Answers(TaxExemptionDto)
  @ApiOperation({ summary: 'One exemption' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: string): Promise<TaxExemptionDto> {
    return this.queries.exemption(ctx, id);
  }

  @Patch(':id')
  @Answers(TaxExemptionDto)
  @ApiOperation({ summary: 'Change an exemption' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: string,
    @Body() patch: UpdateTaxExemptionDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<TaxExemptionDto> {
    return this.updateTaxExemption.execute(ctx, { id, expectedVersion, patch });
  }

  @Delete(':id')
  @AnswersNothing()
  @ApiOperation({ summary: 'Delete an exemption' })
  delete(@RequestCtx() ctx: Ctx, @PathId('id') id: string): Promise<void> {
    return this.deleteTaxExemption.execute(ctx, id);
  }
}
