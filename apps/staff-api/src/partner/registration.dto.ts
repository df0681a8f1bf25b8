import {
  BooleanField,
  DateField,
  DraftBody,
  EnumField,
  HeadBody,
  IdField,
  InstantField,
  IntegerField,
  ListField,
  ObjectField,
  PatchBody,
  TextField,
} from '@quittance/http/host';
import type { LocalDate } from '@quittance/calendar';
import type { AccountId, Instant } from '@quittance/kernel';
import {
  REGISTRATION_STATUSES,
  registrationNoun,
  type EndCustomer,
  type PartnerId,
  type RegistrationConflict,
  type RegistrationId,
} from '@quittance/partner/host';
import { ActorDto } from '../actor.dto.js';

const nullable = { nullable: true } as const;
const optional = { optional: true, nullable: true } as const;
const NOTE = { max: 2000 } as const;
const actor = () => ActorDto;

/** A business as whoever registers it knows it. */
export class EndCustomerDto implements Partial<EndCustomer> {
  @TextField({ max: 200 }) name: string;
  @TextField({ max: 2, min: 2, description: 'ISO 3166.', example: 'DE' }) country: string;
  @TextField({ ...optional, max: 40 }) taxNumber?: string | null;
  @TextField({ ...optional, max: 255 }) website?: string | null;
  @TextField({ ...optional, max: 254 }) email?: string | null;
  @TextField({ ...optional, max: 200 }) street?: string | null;
  @TextField({ ...optional, max: 20 }) postalCode?: string | null;
  @TextField({ ...optional, max: 100 }) city?: string | null;
}

const shapes = {
  registeredBy: actor,
  decidedBy: actor,
  endCustomer: () => EndCustomerDto,
} as const;

export class DealRegistrationDto extends HeadBody(registrationNoun, shapes) {}
export class CreateDealRegistrationDto extends DraftBody(registrationNoun, shapes) {}
export class UpdateDealRegistrationDto extends PatchBody(registrationNoun, shapes) {}

export class ReturnRegistrationDto {
  @TextField({ ...NOTE, description: 'What the partner is asked for.' }) message: string;
}

class RegistrationOverrideDto {
  @TextField(NOTE) reason: string;
}

export class ApproveRegistrationDto {
  @ObjectField(() => RegistrationOverrideDto, {
    optional: true,
    description: 'Approves it although it meets others; both stand.',
  })
  override?: RegistrationOverrideDto;
}

export class RegistrationReasonDto {
  @TextField(NOTE) reason: string;
}

export class ExtendRegistrationDto {
  @IntegerField({ min: 1, max: 180, description: 'No more than those of its level.' })
  days: number;
  @TextField(NOTE) reason: string;
}

export class ConvertRegistrationDto {
  @IdField({ ...optional, description: 'An account that is there; a new one where absent.' })
  accountId?: AccountId | null;
  @IdField({ ...optional, description: 'The default one where absent.' })
  pipelineId?: string | null;
}

class RegistrationConflictDto implements RegistrationConflict {
  @IdField() id: RegistrationId;
  @IdField() partnerId: PartnerId;
  @EnumField(['same', 'possible'], { description: 'Names that are alike are only possible.' })
  match: RegistrationConflict['match'];
  @EnumField(REGISTRATION_STATUSES) status: RegistrationConflict['status'];
  @TextField({ max: 200 }) customerName: string;
  @InstantField(nullable) submittedAt: Instant | null;
  @DateField(nullable) protectedUntil: LocalDate | null;
  @BooleanField({ description: 'It stands in the way of other partners.' }) protects: boolean;
}

export class RegistrationConflictsDto {
  @ListField(() => RegistrationConflictDto, { maxItems: 10_000 })
  data: readonly RegistrationConflictDto[];
}
