import { Module } from '@nestjs/common';
import { CatalogModule } from '@quittance/catalog/host';
import { CrmModule } from '@quittance/crm/host';
import { CustomizationModule } from '@quittance/customization';
import { MastersModule } from '@quittance/masters/host';
import { RulesModule } from '@quittance/rules/host';
import { PublicFormsController } from './public-forms.controller.js';

/** A form makes a record by the same objects, masters and rules as on the staff host. */
@Module({
  imports: [CustomizationModule, CatalogModule, CrmModule, MastersModule, RulesModule],
  controllers: [PublicFormsController],
})
export class FormsApiModule {}
