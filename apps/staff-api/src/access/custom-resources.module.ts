import { Global, Module } from '@nestjs/common';
import { CustomResources } from '@quittance/access';
import { ObjectsModule } from '@quittance/objects';
import { CustomObjects } from './custom-objects.js';

/** Tells the role matrix, and the guard of every route, which custom objects a company has. */
@Global()
@Module({
  imports: [ObjectsModule],
  providers: [{ provide: CustomResources, useClass: CustomObjects }],
  exports: [CustomResources],
})
export class CustomResourcesModule {}
