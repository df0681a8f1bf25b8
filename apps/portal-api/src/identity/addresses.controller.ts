import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersEach,
  AnswersNothing,
  IfMatch,
  PathId,
  PortalCaller,
  PortalRoute,
  Problems,
} from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import {
  addressLimitReached,
  Addresses,
  referenceNotFound,
  type ShownAddress,
  type AddressId,
} from '@quittance/portal/host';
import { AddressDto, AddressesOfQuery, CreateAddressDto, UpdateAddressDto } from './address.dto.js';
import { PREFIXES, TAGS } from './directories.js';

const ADMIN = { directory: 'customer', admin: true } as const;

/** Where a customer has things delivered. */
@ApiTags(TAGS.customer)
@PortalRoute({ directory: 'customer' })
@Controller(`${PREFIXES.customer}/addresses`)
export class PortalAddressesController {
  constructor(private readonly addresses: Addresses) {}

  @Get()
  @AnswersEach(AddressDto)
  @Problems(referenceNotFound)
  @ApiOperation({
    summary: 'The addresses of an account',
    description:
      'Of the own one unless another is named. The two that the company keeps come first.',
  })
  list(
    @PortalCaller() ctx: PortalCtx,
    @Query() { accountId }: AddressesOfQuery,
  ): Promise<readonly ShownAddress[]> {
    return this.addresses.list(ctx, accountId);
  }

  @Post()
  @PortalRoute(ADMIN)
  @Answers(AddressDto, 201)
  @Problems(referenceNotFound, validationFailed, addressLimitReached)
  @ApiOperation({ summary: 'Add an address to deliver to' })
  create(@PortalCaller() ctx: PortalCtx, @Body() body: CreateAddressDto): Promise<ShownAddress> {
    return this.addresses.execute(ctx, body);
  }

  @Patch(':id')
  @PortalRoute(ADMIN)
  @Answers(AddressDto)
  @Problems(notFound, preconditionFailed, validationFailed)
  @ApiOperation({ summary: 'Change an address to deliver to' })
  update(
    @PortalCaller() ctx: PortalCtx,
    @PathId('id') id: AddressId,
    @Body() body: UpdateAddressDto,
    @IfMatch() version: number | null,
  ): Promise<ShownAddress> {
    return this.addresses.update(ctx, id, body, version);
  }

  @Delete(':id')
  @PortalRoute(ADMIN)
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({
    summary: 'Take an address away',
    description: 'What was ordered to it keeps it.',
  })
  remove(@PortalCaller() ctx: PortalCtx, @PathId('id') id: AddressId): Promise<void> {
    return this.addresses.remove(ctx, id);
  }
}
