import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { UpdateCompany, bankAccountStays, bankApprovalStays } from '@quittance/company/host';
import { currencyNotEnabled, readCompany } from '@quittance/company';
import { Database, preconditionFailed } from '@quittance/database';
import { Answers, IfMatch, Problems, RequestCtx, Resource } from '@quittance/http/host';
import { validationFailed, type Ctx } from '@quittance/kernel';
import { CompanyDto, UpdateCompanyDto } from './company.dto.js';

/** The caller's own company. */
@ApiTags('Company')
@Resource('company')
@Controller('company')
export class CompanyController {
  constructor(
    private readonly db: Database,
    private readonly updateCompany: UpdateCompany,
  ) {}

  @Get()
  @Answers(CompanyDto)
  @ApiOperation({ summary: 'The company' })
  find(@RequestCtx() ctx: Ctx): Promise<CompanyDto> {
    return this.db.read(ctx, readCompany);
  }

  @Patch()
  @Answers(CompanyDto)
  @Problems(
    bankAccountStays,
    bankApprovalStays,
    currencyNotEnabled,
    preconditionFailed,
    validationFailed,
  )
  @ApiOperation({ summary: 'Change the company' })
  update(
    @RequestCtx() ctx: Ctx,
    @Body() body: UpdateCompanyDto,
    @IfMatch() version: number | null,
  ): Promise<CompanyDto> {
    return this.updateCompany.execute(ctx, body, version);
  }
}
