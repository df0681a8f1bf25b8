import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { CompanyController } from './company.controller.js';

@Module({ imports: [CompanyModule], controllers: [CompanyController] })
export class CompanyApiModule {}
