import type { LocalDate } from '@quittance/calendar';
import { DateField, IdField, IdsField, TextField } from '@quittance/http/host';
import type { AccountId } from '@quittance/kernel';
import type { RecordInput } from '@quittance/objects';
import { TakesOpenedFields } from '../../opened/shows-opened-fields.js';

const lacked = { optional: true } as const;
const SAID = { optional: true, nullable: true } as const;

/** What is said of a cart that a quote is asked for; what is absent is as the cart has it. */
@TakesOpenedFields()
export class RequestQuoteOfCartDto {
  readonly custom?: RecordInput;
  @IdField({ ...lacked, description: 'One in reach; the own unless given.' })
  accountId?: AccountId;
  @TextField({ max: 5000, ...SAID }) notes?: string | null;
  @TextField({ max: 5000, ...SAID }) specialInstructions?: string | null;
  @DateField({ near: true, ...SAID, description: 'Today or later.' })
  preferredDeliveryDate?: LocalDate | null;
  @IdsField({ ...lacked, maxItems: 20, description: 'Own uploads.' }) documentIds?: string[];
}
