import type { LocalDate } from '@quittance/calendar';
import { DateField, EnumField, IdField, InstantField, TextField } from '@quittance/http/host';
import type { AccountId, Instant } from '@quittance/kernel';
import { ShowsOpenedFields } from '../../opened/shows-opened-fields.js';

const nullable = { nullable: true } as const;
const STATUSES = ['in_stock', 'shipped', 'installed', 'in_repair', 'retired'] as const;

/** A thing that the customer has. */
@ShowsOpenedFields()
export class CustomerAssetDto {
  @IdField() id: string;
  @TextField({ max: 200 }) name: string;
  @IdField() accountId: AccountId;
  @IdField(nullable) productId: string | null;
  @IdField({
    ...nullable,
    optional: true,
    description: 'By which it was sold; for those who may see orders.',
  })
  orderId?: string | null;
  @TextField({ max: 100, ...nullable }) serial: string | null;
  @EnumField(STATUSES) status: string;
  @DateField(nullable) installedOn: LocalDate | null;
  @DateField({ ...nullable, description: 'The last day.' }) warrantyUntil: LocalDate | null;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}
