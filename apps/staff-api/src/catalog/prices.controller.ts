import { requirePriceBook, type PriceBookId } from '@quittance/catalog';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { findPrice, productNotPriced } from '@quittance/catalog/host';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { Database } from '@quittance/database';
import { Answers, PathId, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { notFound, type Ctx } from '@quittance/kernel';
import { trimDecimal } from '@quittance/money';
import { PriceDto, PriceQuery } from './price-book.dto.js';

/** What a product costs. */
@ApiTags('Price books')
@Resource('pricebooks')
@Controller('pricebooks/:id/price')
export class PricesController {
  constructor(private readonly db: Database) {}

  @Get()
  @Answers(PriceDto)
  @Problems(notFound, productNotPriced)
  @ApiOperation({
    summary: 'The price of a product at a quantity on a day',
    description:
      'Of the prices of the product in the book, the one with the largest `minQuantity` that ' +
      'is not above the quantity. Where the book is inactive, not valid on the day, or has no ' +
      'such price, the default book of the same currency serves by the same rules. Prices of ' +
      'another currency are never converted.',
  })
  find(
    @RequestCtx() ctx: Ctx,
    @PathId('id') priceBookId: PriceBookId,
    @Query() { productId, quantity = '1', on: day }: PriceQuery,
  ): Promise<PriceDto> {
    return this.db.read(ctx, async (tx) => {
      await requirePriceBook(tx, priceBookId);
      const on = day ?? companyToday(await readCompanyTerms(tx), ctx.now);
      const wanted = { priceBookId, productId, quantity: trimDecimal(quantity), on };
      return { ...wanted, ...(await findPrice(tx, wanted)) };
    });
  }
}
