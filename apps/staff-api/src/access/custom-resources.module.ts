import { Module } from '@nestjs/common';
import { CustomResources } from '@quittance/access';
import { ObjectsModule } from '@quittance/objects';
import { CustomObjects } from './custom-objects.js';

/** Tells the role matrix which custom objects a company has. */
@Module({
  imports: [ObjectsModule],
  providers: [{ provide: CustomResources, useClass: CustomObjects }],
  exports: [CustomResources],
})
export class CustomResourcesModule {}
