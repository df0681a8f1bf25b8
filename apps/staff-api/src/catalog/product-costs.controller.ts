import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ProductCost } from '@quittance/catalog';
import { MOST_COSTS, SaveProductCosts } from '@quittance/catalog/host';
import { currencyNotEnabled } from '@quittance/company';
import {
  Answers,
  CurrencyField,
  DecimalField,
  ListField,
  PathId,
  Problems,
  RequestCtx,
  Resource,
} from '@quittance/http/host';
import { notFound, validationFailed, type Ctx, type ProductId } from '@quittance/kernel';

export class ProductCostDto implements ProductCost {
  @CurrencyField() currency: string;
  @DecimalField({ scale: 6, min: '0', max: '999999999999.999999', example: '32.50' })
  unitCost: string;
}

export class ProductCostsDto {
  @ListField(() => ProductCostDto, { maxItems: MOST_COSTS }) costs: ProductCostDto[];
}

/** What products cost the company itself: no answer about a product shows it. */
@ApiTags('Products')
@Resource('product-costs')
@Controller('products/:id/costs')
export class ProductCostsController {
  constructor(private readonly costs: SaveProductCosts) {}

  @Get()
  @Answers(ProductCostsDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'What a unit of a product costs, by currency' })
  async get(@RequestCtx() ctx: Ctx, @PathId('id') id: ProductId) {
    return { costs: await this.costs.read(ctx, id) };
  }

  @Put()
  @Answers(ProductCostsDto)
  @Problems(notFound, validationFailed, currencyNotEnabled)
  @ApiOperation({
    summary: 'Say what a unit of a product costs, in place of what was said before',
    description: 'By it margins of quotes are judged and shown, in the currency of each quote.',
  })
  async save(@RequestCtx() ctx: Ctx, @PathId('id') id: ProductId, @Body() body: ProductCostsDto) {
    return { costs: await this.costs.execute(ctx, id, body.costs) };
  }
}
