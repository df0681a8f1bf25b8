import type { LocalDate } from '@quittance/calendar';
import {
  BooleanField,
  DateField,
  DecimalField,
  IntegerField,
  TextField,
} from '@quittance/http/host';

const optional = { optional: true } as const;

export class GiveNoticeDto {
  @BooleanField({ ...optional, description: 'Takes notice that is too late; needs `approve`.' })
  force?: boolean;
  @TextField({ max: 500, optional: true, nullable: true }) reason?: string | null;
}

export class RenewContractDto {
  @IntegerField({ min: 1, max: 120, ...optional, description: 'As the contract says unless told.' })
  termMonths?: number;
  @DecimalField({
    scale: 6,
    min: '0',
    max: '100',
    ...optional,
    description: 'By how many percent prices rise; as the contract says unless told.',
  })
  upliftPercent?: string;
}

export class TerminateContractDto {
  @DateField({ ...optional, description: 'The first day without service; today unless told.' })
  on?: LocalDate;
  @TextField({ max: 500 }) reason: string;
}
