import type { DisputeDetail } from '@quittance/gateway/host';
import { AmountField, IdField, InstantField, ListField, TextField } from '@quittance/http/host';
import type { Instant, InvoiceId } from '@quittance/kernel';
import { ReceiptDto } from './webhook.dto.js';

const MOST = { maxItems: 200 } as const;

class DisputeFeeDto {
  @TextField({ max: 255, description: 'The provider’s name of the charge.' })
  providerReference: string;
  @AmountField({ sign: 'any', description: 'Below zero where the provider gives it back.' })
  amount: string;
  @TextField({ max: 3, description: 'In which it is charged, whatever the payment was in.' })
  currency: string;
  @InstantField() createdAt: Instant;
}

class DisputedInvoiceDto {
  @IdField() id: InvoiceId;
  @TextField({ max: 64 }) number: string;
  @AmountField({ description: 'What is open of it by now.' }) balance: string;
}

/** A payment that is disputed at its provider. */
export class ProviderDisputeDto extends ReceiptDto implements DisputeDetail {
  @ListField(() => DisputeFeeDto, { ...MOST, description: 'What the provider charges for it.' })
  fees: DisputeDetail['fees'];
  @ListField(() => DisputedInvoiceDto, {
    ...MOST,
    description: 'What the payment settles, or did.',
  })
  invoices: DisputedInvoiceDto[];
}
