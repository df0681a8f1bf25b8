import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  Answers,
  AnswersEach,
  AnswersList,
  AnswersNothing,
  IfMatch,
  ListParams,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
  type ListCall,
} from '@quittance/http/host';
import { notFound, validationFailed, type ProductId } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { referenceNotFound } from '@quittance/portal/host';
import {
  favouriteListFull,
  KeepFavourites,
  productNotAvailable,
  type FavouriteListId,
} from '@quittance/storefront/host';
import { preconditionFailed } from '@quittance/database';
import { CustomerRecords } from '../customer-records.js';
import { CUSTOMER, CUSTOMER_TAG } from '../routes.js';
import { documentedList } from '../pointed/documented-list.js';
import { FAVOURITES, portalFavourites } from '../shown/favourites.js';
import {
  ChangeFavouriteDto,
  ChangeFavouriteListDto,
  CreateFavouriteListDto,
  FavouriteItemDto,
  FavouriteListDto,
  SetFavouriteDto,
} from './favourite.dto.js';

/** What a user orders again and again. Lists that colleagues share are read, and not changed. */
@ApiTags(CUSTOMER_TAG)
@PortalRoute({ directory: 'customer' })
@Controller(`${CUSTOMER}/favourite-lists`)
export class CustomerFavouritesController {
  constructor(
    private readonly records: CustomerRecords,
    private readonly favourites: KeepFavourites,
  ) {}

  @Get()
  @AnswersList(FavouriteListDto, documentedList(portalFavourites))
  @ApiOperation({ summary: 'List the own lists and those that colleagues share' })
  list(@PortalCaller() ctx: PortalCtx, @ListParams() call: ListCall) {
    return this.records.list(ctx, portalFavourites, call);
  }

  @Post()
  @Answers(FavouriteListDto, 201)
  @Problems(referenceNotFound, validationFailed)
  @ApiOperation({ summary: 'Begin a list' })
  async create(
    @PortalCaller() ctx: PortalCtx,
    @Body() { accountId: named, ...said }: CreateFavouriteListDto,
  ) {
    const { accountId } = await this.records.account(ctx, named);
    return this.favourites.create(ctx, accountId, said);
  }

  @Get(':id')
  @Answers(FavouriteListDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'One list' })
  find(@PortalCaller() ctx: PortalCtx, @PathId('id') id: FavouriteListId) {
    return this.records.readOne(ctx, portalFavourites, id, FAVOURITES, (tx) =>
      this.favourites.find(tx, id),
    );
  }

  @Patch(':id')
  @Answers(FavouriteListDto)
  @Problems(notFound, preconditionFailed, validationFailed)
  @ApiOperation({ summary: 'Name or share an own list' })
  change(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: FavouriteListId,
    @Body() said: ChangeFavouriteListDto,
    @IfMatch() expectedVersion: number | null,
  ) {
    return this.favourites.change(ctx, id, said, expectedVersion);
  }

  @Delete(':id')
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'Give up an own list' })
  discard(@PortalCaller() ctx: PortalCtx, @PathId('id') id: FavouriteListId) {
    return this.favourites.discard(ctx, id);
  }

  @Get(':id/items')
  @AnswersEach(FavouriteItemDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'List the products of a list' })
  items(@PortalCaller() ctx: PortalCtx, @PathId('id') id: FavouriteListId) {
    return this.records.reading(ctx, portalFavourites, id, (tx) => this.favourites.read(tx, id));
  }

  @Post(':id/items')
  @AnswersEach(FavouriteItemDto)
  @Problems(notFound, productNotAvailable, favouriteListFull, validationFailed)
  @ApiOperation({
    summary: 'Put a product into an own list',
    description: 'Of one that is there already it says how much.',
  })
  set(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') listId: FavouriteListId,
    @Body() { productId, quantity }: SetFavouriteDto,
  ) {
    return this.favourites.setItem(ctx, { listId, productId }, quantity);
  }

  @Patch(':id/items/:productId')
  @AnswersEach(FavouriteItemDto)
  @Problems(notFound, validationFailed)
  @ApiOperation({ summary: 'Say how much of a product of an own list' })
  changeItem(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') listId: FavouriteListId,
    @PathId('productId') productId: ProductId,
    @Body() { quantity }: ChangeFavouriteDto,
  ) {
    return this.favourites.changeItem(ctx, { listId, productId }, quantity);
  }

  @Delete(':id/items/:productId')
  @AnswersEach(FavouriteItemDto)
  @Problems(notFound)
  @ApiOperation({ summary: 'Take a product out of an own list' })
  drop(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') listId: FavouriteListId,
    @PathId('productId') productId: ProductId,
  ) {
    return this.favourites.dropItem(ctx, { listId, productId });
  }
}
