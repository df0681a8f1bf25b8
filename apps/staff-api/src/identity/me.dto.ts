import {
  EmailField,
  EnumField,
  EnumsField,
  BooleanField,
  IdField,
  JsonField,
  ListField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import { GRANTS, type MePatch, type PermissionsView } from '@quittance/access/host';
import { DOCUMENT_LANGUAGES, type DocumentLanguage } from '@quittance/company';
import { ActorDto } from '../actor.dto.js';

export class RoleNameDto {
  @IdField() id: string;
  @TextField({ max: 100 }) name: string;
}

const LANGUAGE = {
  nullable: true,
  description: "In which they are written to; null: that of the company's documents.",
} as const;

export class ChangeMeDto implements MePatch {
  @EnumField(DOCUMENT_LANGUAGES, { ...LANGUAGE, optional: true })
  language?: DocumentLanguage | null;
}

export class MeUserDto {
  @IdField() id: string;
  @EmailField() email: string;
  @TextField({ max: 200 }) name: string;
  @TextField({ max: 100, nullable: true }) team: string | null;
  @EnumField(DOCUMENT_LANGUAGES, LANGUAGE) language: DocumentLanguage | null;
}

export class MeCompanyDto {
  @IdField() id: string;
  @TextField({ max: 63 }) slug: string;
  @TextField({ max: 200 }) legalName: string;
  @TextField({ max: 3 }) baseCurrency: string;
  @TextField({ max: 64 }) timeZone: string;
  @TextField({ max: 35 }) locale: string;
}

export class MeDto {
  @ObjectField(() => ActorDto) actor: ActorDto;
  @ObjectField(() => MeUserDto, { nullable: true, description: 'Null for an API key.' })
  user: MeUserDto | null;
  @ObjectField(() => MeCompanyDto) company: MeCompanyDto;
  @ListField(() => RoleNameDto, { maxItems: 1000 }) roles: readonly RoleNameDto[];
}

export class PermissionsDto implements PermissionsView {
  @BooleanField({ description: 'The built-in Admin role: everything, whatever the rest says.' })
  all: boolean;
  @JsonField({ description: 'For each resource the actions.', example: { invoices: ['view'] } })
  resources: Record<string, readonly string[]>;
  @JsonField({ description: 'For each resource: all, team or own.', example: { deals: 'own' } })
  scopes: Record<string, string>;
  @JsonField({
    optional: true,
    description: 'Actions that reach fewer records than are shown, by resource.',
    example: { deals: { update: 'own' } },
  })
  narrower?: Record<string, Record<string, string>>;
  @JsonField({
    optional: true,
    description: 'Members of records that are hidden or read_only, by resource.',
    example: { deals: { amount: 'hidden' } },
  })
  fields?: PermissionsView['fields'];
  @EnumsField(GRANTS, { maxItems: GRANTS.length }) grants: readonly string[];
}
