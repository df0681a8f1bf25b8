import { ObjectEntity } from './definitions/object.entity.js';
import { FieldEntity } from './definitions/field.entity.js';
import { Definitions1764000185010 } from './migrations/1764000185010-definitions.js';
import { LayoutsAndViews1764000190001 } from './migrations/1764000190001-layouts-and-views.js';
import { Forms1764000190002 } from './migrations/1764000190002-forms.js';
import { BlanksOfFormulas1764001500700 } from './migrations/1764001500700-blanks-of-formulas.js';
import { SubmissionKey1764002250002 } from './migrations/1764002250002-submission-key.js';
import type { Entity, Migration } from '@quittance/database';
import { FormEntity } from './forms/form.entity.js';
import { LayoutEntity } from './layouts/layout.entity.js';
import { ViewEntity } from './views/view.entity.js';

export const customizationEntities: readonly Entity[] = [
  FieldEntity,
  ObjectEntity,
  FormEntity,
  LayoutEntity,
  ViewEntity,
];

export const customizationMigrations: readonly Migration[] = [
  Definitions1764000185010,
  LayoutsAndViews1764000190001,
  Forms1764000190002,
  BlanksOfFormulas1764001500700,
  SubmissionKey1764002250002,
];
