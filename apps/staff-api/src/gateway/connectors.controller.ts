import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ConnectorQueries,
  DeletePaymentConnector,
  PutPaymentConnector,
  RotateWebhookSecret,
  TestPaymentConnector,
  paymentProviderNotConfigured,
} from '@quittance/gateway/host';
import { Answers, AnswersNothing, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, validationFailed, type Ctx } from '@quittance/kernel';
import { TaxConnectorQueries, TestTaxConnector, taxConnectorMissing } from '@quittance/tax/host';
import {
  ConnectorDto,
  ConnectorTestDto,
  ConnectorsDto,
  PutPaymentConnectorDto,
  RotateWebhookSecretDto,
} from './connector.dto.js';

/** Access to outside services. Secrets go in and never come out. */
@ApiTags('Connectors')
@Resource('connectors')
@Controller('connectors')
export class ConnectorsController {
  constructor(
    private readonly queries: ConnectorQueries,
    private readonly putConnector: PutPaymentConnector,
    private readonly deleteConnector: DeletePaymentConnector,
    private readonly testConnector: TestPaymentConnector,
    private readonly rotateSecret: RotateWebhookSecret,
    private readonly taxQueries: TaxConnectorQueries,
    private readonly testTaxConnector: TestTaxConnector,
  ) {}

  @Get()
  @Answers(ConnectorsDto)
  @ApiOperation({ summary: 'List the connectors' })
  async list(@RequestCtx() ctx: Ctx): Promise<ConnectorsDto> {
    const [{ data, fallback }, tax] = await Promise.all([
      this.queries.all(ctx),
      this.taxQueries.all(ctx),
    ]);
    const ofTax = tax.map((connector) => ({ ...connector, previousWebhookSecret: null }));
    return { data: [...data, ...ofTax], fallback };
  }

  @Get('payment')
  @Answers(ConnectorDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'The payment connector' })
  find(@RequestCtx() ctx: Ctx): Promise<ConnectorDto> {
    return this.queries.payment(ctx);
  }

  @Put('payment')
  @Answers(ConnectorDto)
  @Problems(validationFailed)
  @ApiOperation({
    summary: 'Set up the payment connector',
    description: 'A webhook secret that is replaced stays valid for a week beside the new one.',
  })
  put(@RequestCtx() ctx: Ctx, @Body() body: PutPaymentConnectorDto): Promise<ConnectorDto> {
    const { provider, active = true, credentials = {}, settings = {} } = body;
    return this.putConnector.execute(ctx, { provider, active, credentials, settings });
  }

  @Delete('payment')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'Remove the payment connector; its webhooks no longer verify' })
  delete(@RequestCtx() ctx: Ctx): Promise<void> {
    return this.deleteConnector.execute(ctx);
  }

  @Post(':kind/test')
  @Answers(ConnectorTestDto)
  @Problems(notFound, paymentProviderNotConfigured, taxConnectorMissing)
  @ApiOperation({ summary: 'Ask the provider whether it accepts the credentials' })
  test(@RequestCtx() ctx: Ctx, @Param('kind') kind: string): Promise<ConnectorTestDto> {
    if (kind === 'tax') return this.testTaxConnector.execute(ctx);
    payment(kind);
    return this.testConnector.execute(ctx);
  }

  @Post(':kind/rotate-webhook-secret')
  @Answers(ConnectorDto)
  @Problems(notFound, validationFailed)
  @ApiOperation({ summary: 'Change the webhook secret; the old one stays valid for a while' })
  rotate(
    @RequestCtx() ctx: Ctx,
    @Param('kind') kind: string,
    @Body() body: RotateWebhookSecretDto,
  ): Promise<ConnectorDto> {
    payment(kind);
    return this.rotateSecret.execute(ctx, body);
  }
}

/** A connector is a record by its kind, so what is done to it takes the right to update. */
function payment(kind: string): void {
  if (kind !== 'payment') throw notFound({ object: 'connector' });
}
