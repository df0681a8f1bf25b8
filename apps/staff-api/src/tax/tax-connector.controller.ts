import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answers, AnswersNothing, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import {
  DeleteTaxConnector,
  PutTaxConnector,
  TaxConnectorQueries,
  type TaxConnectorView,
} from '@quittance/tax/host';
import { PutTaxConnectorDto, TaxConnectorDto } from './tax-connector.dto.js';

/** Access to external tax engines. Secrets go in and never come out. */
@ApiTags('Connectors')
@Resource('connectors')
@Controller('connectors/tax')
export class TaxConnectorController {
  constructor(
    private readonly queries: TaxConnectorQueries,
    private readonly putConnector: PutTaxConnector,
    private readonly deleteConnector: DeleteTaxConnector,
  ) {}

  @Get()
  @Answers(TaxConnectorDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'The tax connector' })
  find(@RequestCtx() ctx: Ctx): Promise<TaxConnectorView> {
    return this.queries.current(ctx);
  }

  @Put()
  @Answers(TaxConnectorDto)
  @Problems(validationFailed)
  @ApiOperation({ summary: 'Set up the tax connector' })
  put(@RequestCtx() ctx: Ctx, @Body() body: PutTaxConnectorDto): Promise<TaxConnectorView> {
    const { provider, active = true, credentials = {}, settings = {} } = body;
    return this.putConnector.execute(ctx, { provider, active, credentials, settings });
  }

  @Delete()
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'Remove the tax connector; the built-in engine serves from now on' })
  delete(@RequestCtx() ctx: Ctx): Promise<void> {
    return this.deleteConnector.execute(ctx);
  }
}
