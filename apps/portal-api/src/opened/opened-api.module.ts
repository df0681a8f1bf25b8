import { Module } from '@nestjs/common';
import { openedFieldsController } from './opened-fields.controller.js';

/** The portals that show records with fields of companies' own. */
const DIRECTORIES = ['customer', 'partner'] as const;

/** What applications are told of fields that a company has opened. */
@Module({ controllers: DIRECTORIES.map(openedFieldsController) })
export class OpenedApiModule {}
