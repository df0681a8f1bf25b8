import { Module } from '@nestjs/common';
import { CheckFormula } from '@quittance/objects/host';
import {
  CreateField,
  CreateObject,
  Definitions,
  DeleteField,
  DeleteObject,
  ReorderFields,
  UpdateField,
  UpdateObject,
} from '@quittance/customization/host';
import { ObjectsModule } from '@quittance/objects';
import { FieldsController } from './fields.controller.js';
import { FormulasController } from './formulas.controller.js';
import { ObjectsController } from './objects.controller.js';

@Module({
  imports: [ObjectsModule],
  controllers: [FormulasController, ObjectsController, FieldsController],
  providers: [
    CheckFormula,
    CreateField,
    CreateObject,
    Definitions,
    DeleteField,
    DeleteObject,
    ReorderFields,
    UpdateField,
    UpdateObject,
  ],
})
export class FieldsApiModule {}
