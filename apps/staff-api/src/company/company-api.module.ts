import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { CompanyController } from './company.controller.js';
import { CompanyLogoController } from './company-logo.controller.js';

@Module({ imports: [CompanyModule], controllers: [CompanyController, CompanyLogoController] })
export class CompanyApiModule {}
