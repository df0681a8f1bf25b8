import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  BooleanField,
  DateField,
  EnumField,
  IdField,
  ObjectField,
  TextField,
} from '@quittance/http/host';
import type { Id } from '@quittance/kernel';
import type { RecordInput } from '@quittance/objects';
import type { AddressId } from '@quittance/portal/host';
import {
  CHECKOUT_OUTCOMES,
  type CheckoutInput,
  type CheckoutOutcome,
} from '@quittance/storefront/host';
import { FreeAddressDto } from './cart.dto.js';
import { CustomerOrderDto } from '../sales/order.dto.js';
import { TakesOpenedFields } from '../../opened/shows-opened-fields.js';

const lacked = { optional: true } as const;
const SAID = { optional: true, nullable: true } as const;

@TakesOpenedFields()
export class CheckOutDto implements Omit<CheckoutInput, 'own'> {
  readonly custom?: RecordInput;
  @TextField({ max: 4000, description: 'Of the cart as it was shown.' }) priceToken: string;
  @TextField({ max: 100, ...SAID, description: 'As the cart has it unless given.' })
  poNumber?: string | null;
  @IdField({ ...SAID, description: 'As the cart has it unless given.' })
  deliveryAddressId?: AddressId | null;
  @ObjectField(() => FreeAddressDto, { ...SAID, description: 'As the cart has it unless given.' })
  deliveryAddress?: FreeAddressDto | null;
  @DateField({ near: true, ...SAID, description: 'As the cart has it unless given.' })
  requestedDeliveryDate?: LocalDate | null;
  @TextField({ max: 2000, ...SAID, description: 'As the cart has it unless given.' })
  notes?: string | null;
  @BooleanField({ ...lacked, description: 'Needed where the company asks for it.' })
  termsAccepted?: boolean;
}

class CheckoutApprovalDto {
  @IdField() id: Id<'portal-approval'>;
}

/** What has become of a cart. */
export class CheckedOutDto {
  @EnumField(CHECKOUT_OUTCOMES, {
    description:
      '`placed`; `awaiting_approval` of a colleague; `awaiting_credit`, the company’s agreement. ' +
      'Asked again, as it stands by now: it may be `cancelled`.',
  })
  outcome: CheckoutOutcome;
  @ObjectField(() => CustomerOrderDto, { ...lacked, description: 'For those who see orders.' })
  order?: CustomerOrderDto;
  @ObjectField(() => CheckoutApprovalDto, { ...lacked, description: 'What it waits for.' })
  approval?: CheckoutApprovalDto;
  @AmountField({
    ...lacked,
    description: 'How much less it costs than was shown, as its prices are.',
  })
  priceDropped?: string;
}
