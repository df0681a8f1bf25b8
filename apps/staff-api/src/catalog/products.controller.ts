import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CreateProduct,
  UpdateProduct,
  findProduct,
  productList,
  skuTaken,
} from '@quittance/catalog';
import { Database, preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersList,
  IfMatch,
  ListParams,
  Lists,
  PathId,
  Problems,
  RequestCtx,
  Resource,
  type ListCall,
} from '@quittance/http';
import { notFound, type Ctx, type ProductId } from '@quittance/kernel';
import { CreateProductDto, ProductDto, UpdateProductDto } from './product.dto.js';

/** What is sold: goods and services. */
@ApiTags('Catalogue')
@Resource('products')
@Controller('products')
export class ProductsController {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly createProduct: CreateProduct,
    private readonly updateProduct: UpdateProduct,
  ) {}

  @Get()
  @AnswersList(ProductDto, productList)
  @ApiOperation({ summary: 'List products' })
  list(@RequestCtx() ctx: Ctx, @ListParams() call: ListCall) {
    return this.lists.answer(ctx, productList, call);
  }

  @Post()
  @Answers(ProductDto, 201)
  @Problems(skuTaken)
  @ApiOperation({ summary: 'Make a product' })
  create(@RequestCtx() ctx: Ctx, @Body() body: CreateProductDto) {
    return this.createProduct.execute(ctx, body);
  }

  @Get(':id')
  @Answers(ProductDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One product' })
  get(@RequestCtx() ctx: Ctx, @PathId('id') id: ProductId) {
    return this.db.read(ctx, (tx) => findProduct(tx, id));
  }

  @Patch(':id')
  @Answers(ProductDto)
  @Problems(notFound, preconditionFailed, skuTaken)
  @ApiOperation({ summary: 'Change a product' })
  update(
    @RequestCtx() ctx: Ctx,
    @PathId('id') id: ProductId,
    @Body() body: UpdateProductDto,
    @IfMatch() version: number | null,
  ) {
    return this.updateProduct.execute(ctx, id, body, version);
  }
}
