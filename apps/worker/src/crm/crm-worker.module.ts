import { Module } from '@nestjs/common';
import { CompanyModule } from '@quittance/company';
import { CrmModule } from '@quittance/crm/host';
import { SweepCases } from './sweep-cases.js';

@Module({ imports: [CompanyModule, CrmModule], providers: [SweepCases] })
export class CrmWorkerModule {}
