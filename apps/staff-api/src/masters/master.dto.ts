import {
  BooleanField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  TextField,
} from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import { MASTER_CODE, type MasterType } from '@quittance/masters';
import {
  MASTER_COLOUR,
  MASTER_ICON,
  MASTER_LIMITS,
  MASTER_TYPES,
  MOST_SORT_ORDER,
  type CurrencyView,
  type Master,
  type MasterPatch,
  type MasterTypeView,
  type NewMaster,
} from '@quittance/masters/host';

const optional = { optional: true } as const;
const CODE = { max: 60, pattern: MASTER_CODE, example: 'trade_show' } as const;
const NAME = { max: MASTER_LIMITS.name, example: 'Trade show' } as const;
const DESCRIPTION = { max: MASTER_LIMITS.description, min: 0, nullable: true } as const;
const ORDER = {
  min: -MOST_SORT_ORDER,
  max: MOST_SORT_ORDER,
  description: 'Lists are shown in this order, then by name.',
} as const;
const ICON = {
  max: MASTER_LIMITS.icon,
  pattern: MASTER_ICON,
  nullable: true,
  description: 'The name of an icon of the client.',
} as const;
const COLOUR = { max: 7, pattern: MASTER_COLOUR, nullable: true, example: '#2e90fa' } as const;
const ACTIVE = {
  description: 'What is not active stays on the records that have it and is offered to no other.',
} as const;
const PARENT = {
  ...CODE,
  nullable: true,
  example: 'US',
  description: 'The country of a state, the state of a city; other types have none.',
} as const;

const ENABLED = { description: 'New documents may be in it.' } as const;

export class UpdateMasterDto implements MasterPatch {
  @TextField({ ...NAME, ...optional }) name?: string;
  @TextField({ ...DESCRIPTION, ...optional }) description?: string | null;
  @IntegerField({ ...ORDER, ...optional }) sortOrder?: number;
  @TextField({ ...ICON, ...optional }) icon?: string | null;
  @TextField({ ...COLOUR, ...optional }) colour?: string | null;
  @BooleanField({ ...ACTIVE, ...optional }) active?: boolean;
  @TextField({ ...PARENT, ...optional }) parentCode?: string | null;
}

export class CreateMasterDto extends UpdateMasterDto implements NewMaster {
  @TextField({ ...CODE, description: 'Records hold it; it never changes.' }) code: string;
  @TextField(NAME) declare name: string;
}

export class MasterDto implements Master {
  @IdField() id: Master['id'];
  @EnumField(MASTER_TYPES) type: MasterType;
  @TextField(CODE) code: string;
  @TextField(NAME) name: string;
  @TextField(DESCRIPTION) description: string | null;
  @IntegerField(ORDER) sortOrder: number;
  @TextField(ICON) icon: string | null;
  @TextField(COLOUR) colour: string | null;
  @BooleanField(ACTIVE) active: boolean;
  @TextField(PARENT) parentCode: string | null;
  @BooleanField({ description: 'It came with the product.' }) seeded: boolean;
  @IntegerField() version: number;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
  @InstantField({ nullable: true, description: 'Deleted entries can be restored.' })
  deletedAt: Instant | null;
}

export class MasterTypeDto implements MasterTypeView {
  @EnumField(MASTER_TYPES) type: MasterType;
  @TextField({ max: 100 }) label: string;
  @EnumField(MASTER_TYPES, { nullable: true }) parentType: MasterType | null;
  @IntegerField({ description: 'How many entries are active.' }) entries: number;
}

export class UpdateCurrencyDto {
  @BooleanField(ENABLED) enabled: boolean;
}

export class CurrencyDto implements CurrencyView {
  @TextField({ max: 3, example: 'EUR' }) code: string;
  @TextField({ max: 100, example: 'Euro' }) name: string;
  @TextField({ max: 5, nullable: true, example: '€', description: 'Null: it has none of its own.' })
  symbol: string | null;
  @IntegerField({ description: 'Digits after the point.' }) digits: number;
  @BooleanField(ENABLED) enabled: boolean;
  @BooleanField({ description: 'The company counts in it; it is always enabled.' }) base: boolean;
}
