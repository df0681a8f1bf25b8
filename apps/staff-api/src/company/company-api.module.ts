import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { BankApprovalController } from './bank-approval.controller.js';
import { CompanyController } from './company.controller.js';
import { CompanyLogoController } from './company-logo.controller.js';

@Module({
  imports: [CompanyModule],
  controllers: [BankApprovalController, CompanyController, CompanyLogoController],
})
export class CompanyApiModule {}
