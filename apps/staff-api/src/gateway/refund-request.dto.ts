import {
  REFUND_REQUEST_STATUSES,
  type RefundRequestStatus,
  type RefundRequestView,
} from '@quittance/gateway/host';
import {
  AmountField,
  CurrencyField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  TextField,
} from '@quittance/http/host';
import type { Currency } from '@quittance/money';
import type { Instant } from '@quittance/kernel';
import type { PaymentId } from '@quittance/receivables';

const TEXT = { max: 255 } as const;

export class RefundRequestDto implements RefundRequestView {
  @IdField() id: string;
  @IntegerField() version: number;
  @IdField() paymentId: PaymentId;
  @TextField(TEXT) provider: string;
  @TextField(TEXT) providerPaymentId: string;
  @TextField({ ...TEXT, nullable: true }) providerRefundId: string | null;
  @AmountField() amount: string;
  @CurrencyField() currency: Currency;
  @TextField({ max: 1000 }) reason: string;
  @EnumField(REFUND_REQUEST_STATUSES, {
    description:
      '`requested`: the provider has still to say whether it took it. `pending`: it is returning ' +
      'the money. `confirmed`: the refund is in the books.',
  })
  status: RefundRequestStatus;
  @TextField({ max: 300, nullable: true }) lastError: string | null;
  @InstantField() createdAt: Instant;
  @InstantField() updatedAt: Instant;
}
