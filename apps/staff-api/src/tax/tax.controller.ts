import { Body, Controller, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { findBillingAccounts } from '@quittance/crm';
import { Database } from '@quittance/database';
import { Answers, RequestCtx, Resource, Problems } from '@quittance/http/host';
import { invalidField, validationFailed, type AccountId, type Ctx } from '@quittance/kernel';
import { CalculateTax, CheckAddress, LoadSeedRates, taxCodeUnknown } from '@quittance/tax/host';
import { AddressCheckDto, ValidateAddressDto } from './tax-address.dto.js';
import { CalculateTaxDto, CalculateTaxQueryDto, TaxResultDto } from './tax-calculation.dto.js';
import { SeedResultDto, SeedTaxDto } from './tax-seed.dto.js';

/** @throws DomainError reference_not_found */
async function requireCustomer(ctx: Ctx, db: Database, id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const ids = [id as AccountId];
  const found = await db.read(ctx, (tx) => findBillingAccounts(tx, ids));
  if (found.size > 0) return;
  throw invalidField('/customer/accountId', 'reference_not_found', 'There is no such account.');
}

/** What the tax engine says; nothing is stored but the starter set. */
@ApiTags('Tax')
@Resource('tax')
@Controller('tax')
export class TaxController {
  constructor(
    private readonly db: Database,
    private readonly calculateTax: CalculateTax,
    private readonly checkAddress: CheckAddress,
    private readonly loadSeedRates: LoadSeedRates,
  ) {}

  @Post('calculate')
  @Answers(TaxResultDto)
  @Problems(taxCodeUnknown, validationFailed)
  @ApiOperation({ summary: 'Tax lines between two places' })
  async calculate(
    @RequestCtx() ctx: Ctx,
    @Query() { explain = false }: CalculateTaxQueryDto,
    @Body() body: CalculateTaxDto,
  ): Promise<TaxResultDto> {
    await requireCustomer(ctx, this.db, body.customer?.accountId);
    return this.calculateTax.execute(ctx, { ...body, explain });
  }

  @Post('addresses/validate')
  @Answers(AddressCheckDto)
  @ApiOperation({
    summary: 'Bring an address into form, or say what is wrong with it',
    description:
      'The built-in engine looks at country, state and the form of the postal code; an external ' +
      'engine resolves the address where it knows the country.',
  })
  validate(@RequestCtx() ctx: Ctx, @Body() body: ValidateAddressDto): Promise<AddressCheckDto> {
    return this.checkAddress.execute(ctx, body);
  }

  @Post('seed')
  @Answers(SeedResultDto)
  @ApiOperation({ summary: 'Load the starter set of countries; what is there stays' })
  seed(@RequestCtx() ctx: Ctx, @Body() body: SeedTaxDto): Promise<SeedResultDto> {
    return this.loadSeedRates.execute(ctx, body.countries);
  }
}
