import { Module } from '@nestjs/common';
import { SalesModule } from '@quittance/sales/host';

@Module({ imports: [SalesModule] })
export class SalesApiModule {}
