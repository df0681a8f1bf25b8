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
  CreateTaxJurisdiction,
  DeleteTaxJurisdiction,
  TaxQueries,
  UpdateTaxJurisdiction,
  taxJurisdictionList,
  taxJurisdictionTaken,
  taxRecordInUse,
} from '@quittance/tax/host';
import {
  CreateTaxJurisdictionDto,
  TaxJurisdictionDto,
  UpdateTaxJurisdictionDto,
} from './tax-jurisdiction.dto.js';

/** Places with taxes of their own: country, state, county, city. */
@ApiTags('Tax set-up')
@Resource('tax')
@Controller('tax/jurisdictions')
export class TaxJurisdictionsController {
  constructor(
    private readonly lists: Lists,
    private readonly queries: TaxQueries,
    private readonly createTaxJurisdiction: CreateTaxJurisdiction,
    private readonly updateTaxJurisdiction: UpdateTaxJurisdiction,
    private readonly deleteTaxJurisdiction: DeleteTaxJurisdiction,
  ) {}

  @Get()
  @AnswersList(TaxJurisdictionDto, taxJurisdictionList)
  @ApiOperation({ summary: 'List jurisdictions' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, taxJurisdictionList, call);
  }

  @Post()
  @Answers(TaxJurisdictionDto, 201)
  @Problems(taxJurisdictionTaken)
  @ApiOperation({ summary: 'Make a jurisdiction' })
  create(
    @RequestCtx() ctx: Ctx,
    @Body() body: CreateTaxJurisdictionDto,
  ): Promise<TaxJurisdictionDto> {
    return this.createTaxJurisdiction.execute(ctx, body);
  }

  @Get(':id')
  @Answers(TaxJurisdictionDto)
  @ApiOperation({ summary: 'One jurisdiction' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: string): Promise<TaxJurisdictionDto> {
    return this.queries.jurisdiction(ctx, id);
  }

  @Patch(':id')
  @Answers(TaxJurisdictionDto)
  @Problems(taxJurisdictionTaken)
  @ApiOperation({ summary: 'Change a jurisdiction' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: string,
    @Body() patch: UpdateTaxJurisdictionDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<TaxJurisdictionDto> {
    return this.updateTaxJurisdiction.execute(ctx, { id, expectedVersion, patch });
  }

  @Delete(':id')
  @AnswersNothing()
  @Problems(taxRecordInUse)
  @ApiOperation({ summary: 'Delete a jurisdiction' })
  delete(@RequestCtx() ctx: Ctx, @PathId('id') id: string): Promise<void> {
    return this.deleteTaxJurisdiction.execute(ctx, id);
  }
}
