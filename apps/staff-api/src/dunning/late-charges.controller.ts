import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database, preconditionFailed } from '@quittance/database';
import { ChargeLate, PutLateTerms, readLateTerms } from '@quittance/dunning/host';
import {
  AlsoResource,
  Answers,
  IfMatch,
  Problems,
  Repeats,
  RequestCtx,
  Resource,
  WholeCompany,
} from '@quittance/http/host';
import { validationFailed, type Ctx } from '@quittance/kernel';
import {
  ChargeLateDto,
  LateChargesAheadDto,
  LateChargesMadeDto,
  LateChargesQueryDto,
  LateTermsDto,
  PutLateTermsDto,
} from './late-charges.dto.js';

/** What late payment costs. */
@ApiTags('Dunning')
@Resource('dunning')
@WholeCompany()
@Controller('dunning')
export class LateTermsController {
  constructor(
    private readonly db: Database,
    private readonly putTerms: PutLateTerms,
    private readonly chargeLate: ChargeLate,
  ) {}

  @Get('late-terms')
  @Answers(LateTermsDto)
  @ApiOperation({ summary: 'What late payment costs: nothing until it is saved' })
  async terms(@RequestCtx() ctx: Ctx): Promise<LateTermsDto> {
    return (await this.db.read(ctx, (tx) => readLateTerms(tx))) as LateTermsDto;
  }

  @Put('late-terms')
  @Answers(LateTermsDto)
  @Problems(preconditionFailed, validationFailed)
  @ApiOperation({
    summary: 'Say what late payment costs',
    description: 'Days that were asked for stay as they were.',
  })
  async put(
    @RequestCtx() ctx: Ctx,
    @Body() body: PutLateTermsDto,
    @IfMatch() version: number | null,
  ): Promise<LateTermsDto> {
    return (await this.putTerms.execute(ctx, body, version)) as LateTermsDto;
  }

  @Repeats('invoices')
  @Get('late-charges/preview')
  @Answers(LateChargesAheadDto)
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'What customers would be asked for, until the end of yesterday',
    description: 'Of the next 2,000 customers with something overdue, as they would be asked.',
  })
  async preview(
    @RequestCtx() ctx: Ctx,
    @Query() query: LateChargesQueryDto,
  ): Promise<LateChargesAheadDto> {
    return (await this.chargeLate.preview(ctx, query)) as LateChargesAheadDto;
  }
}

/** Whoever asks for it makes invoices. */
@ApiTags('Dunning')
@Resource('dunning')
@AlsoResource('invoices')
@WholeCompany()
@Repeats('invoices')
@Controller('dunning/late-charges')
export class LateChargesController {
  constructor(private readonly chargeLate: ChargeLate) {}

  @Post()
  @HttpCode(200)
  @Answers(LateChargesMadeDto)
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'Ask for what late payment costs, until the end of yesterday',
    description:
      'An invoice without tax for each customer and currency, of the status `sent` as it is ' +
      'made. That e-mails nobody: whoever asks hands it over. It says what the account has its ' +
      'invoices say; where its e-invoice profile is not met, nothing is written and the bill is ' +
      'listed under `skipped`, to be asked for the next time. No day is asked for twice. What is ' +
      'disputed, paused or promised costs nothing on its days. One request asks the next 2,000 ' +
      'customers with something overdue; `next` tells where to go on.',
  })
  async charge(@RequestCtx() ctx: Ctx, @Body() body?: ChargeLateDto): Promise<LateChargesMadeDto> {
    return (await this.chargeLate.execute(ctx, body)) as LateChargesMadeDto;
  }
}
