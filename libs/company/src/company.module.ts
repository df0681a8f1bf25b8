import { Module } from '@nestjs/common';
import { Companies } from './companies.js';
import { UpdateCompany } from './update-company.js';

const OPERATIONS = [Companies, UpdateCompany];

@Module({ providers: OPERATIONS, exports: OPERATIONS })
export class CompanyModule {}
