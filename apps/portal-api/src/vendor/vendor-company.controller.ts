import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { preconditionFailed } from '@quittance/database';
import {
  Answers,
  AnswersNothing,
  IfMatch,
  PortalCaller,
  PortalRoute,
  Problems,
} from '@quittance/http/host';
import { notFound, validationFailed } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import {
  bankDetailsPending,
  SendBankDetails,
  VendorProfiles,
  WithdrawBankDetails,
  type OwnBankChange,
  type VendorCompany,
} from '@quittance/portal/host';
import { PREFIXES, TAGS } from '../identity/directories.js';
import {
  BankDetailsSaidDto,
  OwnBankChangeDto,
  UpdateVendorCompanyDto,
  VendorCompanyDto,
} from './vendor-company.dto.js';

/** What a vendor says of itself, and where it wants to be paid to. */
@ApiTags(TAGS.vendor)
@PortalRoute({ directory: 'vendor' })
@Controller(PREFIXES.vendor)
export class VendorCompanyController {
  constructor(
    private readonly profiles: VendorProfiles,
    private readonly sending: SendBankDetails,
    private readonly withdrawing: WithdrawBankDetails,
  ) {}

  @Get('me/company')
  @Answers(VendorCompanyDto)
  @ApiOperation({ summary: 'The own company', description: 'Account numbers are masked.' })
  read(@PortalCaller() ctx: PortalCtx): Promise<VendorCompany> {
    return this.profiles.read(ctx);
  }

  @Patch('me/company')
  @PortalRoute({ directory: 'vendor', admin: true })
  @Answers(VendorCompanyDto)
  @Problems(preconditionFailed, validationFailed)
  @ApiOperation({
    summary: 'Say what the own company is called, where it is and whom to turn to',
    description: 'The name in the books stays: the company that pays says it.',
  })
  update(
    @PortalCaller() ctx: PortalCtx,
    @Body() body: UpdateVendorCompanyDto,
    @IfMatch() version: number | null,
  ): Promise<VendorCompany> {
    return this.profiles.execute(ctx, body, version);
  }

  @Post('me/bank-details')
  @PortalRoute({ directory: 'vendor', admin: true })
  @Answers(OwnBankChangeDto, 201)
  @Problems(bankDetailsPending, validationFailed)
  @ApiOperation({
    summary: 'Ask to be paid to another account',
    description: 'It waits for the company; until then what was agreed before is paid to.',
  })
  send(@PortalCaller() ctx: PortalCtx, @Body() body: BankDetailsSaidDto): Promise<OwnBankChange> {
    return this.sending.execute(ctx, body);
  }

  @Delete('me/bank-details')
  @PortalRoute({ directory: 'vendor', admin: true })
  @AnswersNothing()
  @Problems(notFound)
  @ApiOperation({ summary: 'Take back the account that was sent, as long as it waits' })
  withdraw(@PortalCaller() ctx: PortalCtx): Promise<void> {
    return this.withdrawing.execute(ctx);
  }
}
