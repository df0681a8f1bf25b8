import type { BankApproval, SwitchOff } from '@quittance/company/host';
import { BooleanField, IdField, InstantField, ObjectField, TextField } from '@quittance/http/host';
import type { Instant, UserId } from '@quittance/kernel';

const REASON = { min: 1, max: 500 } as const;

export class SwitchOffReasonDto {
  @TextField(REASON) reason: string;
}

export class SwitchOffDto implements SwitchOff {
  @IdField() requestedBy: UserId;
  @TextField({ max: 200 }) requestedByName: string;
  @InstantField() requestedAt: Instant;
  @TextField(REASON) reason: string;
}

export class BankApprovalDto implements BankApproval {
  @BooleanField({ description: 'As `bankChangesNeedApproval` of the company.' })
  required: boolean;
  @ObjectField(() => SwitchOffDto, {
    nullable: true,
    description: 'Who asks to switch it off, until another has decided.',
  })
  switchOff: SwitchOff | null;
}
