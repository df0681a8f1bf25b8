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
  CreateTaxCode,
  DeleteTaxCode,
  TaxQueries,
  UpdateTaxCode,
  taxCodeList,
  taxCodeTaken,
  taxRecordInUse,
} from '@quittance/tax/host';
import { CreateTaxCodeDto, TaxCodeDto, UpdateTaxCodeDto } from './tax-code.dto.js';

/** Codes say what is sold, as far as tax is concerned. */
@ApiTags('Tax set-up')
@Resource('tax')
@Controller('tax/codes')
export class TaxCodesController {
  constructor(
    private readonly lists: Lists,
    private readonly queries: TaxQueries,
    private readonly createTaxCode: CreateTaxCode,
    private readonly updateTaxCode: UpdateTaxCode,
    private readonly deleteTaxCode: DeleteTaxCode,
  ) {}

  @Get()
  @AnswersList(TaxCodeDto, taxCodeList)
  @ApiOperation({ summary: 'List tax codes' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, taxCodeList, call);
  }

  @Post()
  @Answers(TaxCodeDto, 201)
  @Problems(taxCodeTaken)
  @ApiOperation({ summary: 'Make a tax code' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateTaxCodeDto): Promise<TaxCodeDto> {
    return this.createTaxCode.execute(ctx, body);
  }

  @Get(':id')
  @Answers(TaxCodeDto)
  @ApiOperation({ summary: 'One tax code' })
  find(@RequestCtx() ctx: Ctx, @PathId('id') id: string): Promise<TaxCodeDto> {
    return this.queries.code(ctx, id);
  }

  @Patch(':id')
  @Answers(TaxCodeDto)
  @Problems(taxCodeTaken)
  @ApiOperation({ summary: 'Change a tax code' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: string,
    @Body() patch: UpdateTaxCodeDto,
    @IfMatch() expectedVersion: number | null,
  ): Promise<TaxCodeDto> {
    return this.updateTaxCode.execute(ctx, { id, expectedVersion, patch });
  }

  @Delete(':id')
  @AnswersNothing()
  @Problems(taxRecordInUse)
  @ApiOperation({ summary: 'Delete a tax code' })
  delete(@RequestCtx() ctx: Ctx, @PathId('id') id: string): Promise<void> {
    return this.deleteTaxCode.execute(ctx, id);
  }
}
