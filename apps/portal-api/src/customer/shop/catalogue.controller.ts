import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersEach,
  AnswersList,
  ListParams,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound, type AccountId, type ProductId } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import type { PortalCtx } from '@quittance/portal';
import { referenceNotFound } from '@quittance/portal/host';
import { Catalogue } from '@quittance/storefront/host';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { documentedList } from '../pointed/documented-list.js';
import { portalProducts, productsFor } from '../shown/products.js';
import {
  CategoryDto,
  CustomerProductDto,
  ForAccountQuery,
  LookUpQuery,
  PriceOfProductDto,
  PricesQuery,
} from './product.dto.js';

/** What a customer may buy, at its own prices. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(CUSTOMER)
export class CustomerCatalogueController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly catalogue: Catalogue,
    private readonly models: CompanyModels,
  ) {}

  @Get('catalogue')
  @AnswersList(CustomerProductDto, documentedList(portalProducts))
  @ApiQuery({
    name: 'accountId',
    required: false,
    schema: { type: 'string', format: 'uuid' },
    description: 'Whose prices: of an account in reach, the own unless given.',
  })
  @Problems(referenceNotFound)
  @ApiOperation({
    summary: 'List the products of the catalogue',
    description: 'With what the account pays today, for those who see prices.',
  })
  list(
    @PortalCaller() ctx: PortalCtx,
    @ListParams('accountId') call: ListCall,
    @Query('accountId') accountId?: string,
  ) {
    const products = productsFor(accountId as AccountId | undefined, this.models);
    return this.records.list(ctx, products, call);
  }

  @Get('catalogue/lookup')
  @AnswersEach(CustomerProductDto)
  @Problems(referenceNotFound)
  @ApiOperation({ summary: 'Find a few products while somebody types' })
  lookUp(@PortalCaller() ctx: PortalCtx, @Query() { q, accountId }: LookUpQuery) {
    return this.catalogue.lookUp(ctx, q, accountId);
  }

  @PortalRoute({ directory: 'customer', rights: ['seePricing'] })
  @Get('catalogue/prices')
  @AnswersEach(PriceOfProductDto)
  @Problems(referenceNotFound)
  @ApiOperation({
    summary: 'What some products cost the account today',
    description: 'What is not in the catalogue is left out.',
  })
  prices(@PortalCaller() ctx: PortalCtx, @Query() { ids, accountId }: PricesQuery) {
    return this.catalogue.prices(ctx, ids, accountId);
  }

  @Get('catalogue/:id')
  @Answers(CustomerProductDto)
  @Problems(notFound, referenceNotFound)
  @ApiOperation({ summary: 'One product of the catalogue' })
  find(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: ProductId,
    @Query() { accountId }: ForAccountQuery,
  ) {
    return this.catalogue.product(ctx, id, accountId);
  }

  @Get('categories')
  @AnswersEach(CategoryDto)
  @ApiOperation({ summary: 'List what the products are among' })
  categories(@PortalCaller() ctx: PortalCtx) {
    return this.catalogue.categories(ctx);
  }
}
