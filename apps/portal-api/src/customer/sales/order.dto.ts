import type { LocalDate } from '@quittance/calendar';
import {
  AmountField,
  CurrencyField,
  DateField,
  DecimalField,
  EnumField,
  IdField,
  IntegerField,
  ListField,
  SeenBody,
  TextField,
} from '@quittance/http/host';
import type { InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { Sayings } from '@quittance/portal';
import { INVOICE_STATUSES } from '@quittance/receivables/host';
import {
  MOST_ORDER_LINES,
  orderLineNoun,
  orderNoun,
  type OrderLineId,
} from '@quittance/sales/host';
import { CustomerBillToDto, CustomerShipToDto } from '../address.dto.js';
import {
  CustomerAdjustmentDto,
  CustomerDiscountDto,
  customerLineShapes,
} from '../invoices/invoice.dto.js';
import { CustomerChargeDto } from './charge.dto.js';
import { ORDER } from '../shown/orders.js';
import { ShowsOpenedFields } from '../../opened/shows-opened-fields.js';

const lacked = { optional: true } as const;
const nullable = { nullable: true } as const;
const LINES = { maxItems: MOST_ORDER_LINES } as const;

/** An order as lists of its customer show it. */
@ShowsOpenedFields()
export class CustomerOrderHeadDto extends SeenBody(orderNoun, ORDER as Sayings, {
  billTo: () => CustomerBillToDto,
  shipTo: () => CustomerShipToDto,
  deliveryAddress: () => CustomerShipToDto,
  discount: () => CustomerDiscountDto,
  adjustments: () => CustomerAdjustmentDto,
}) {}

class CustomerOrderLineDto extends SeenBody(orderLineNoun, ORDER.lines as Sayings, {
  ...customerLineShapes,
  charges: () => CustomerChargeDto,
}) {
  @AmountField({ ...lacked, description: 'Of what was not cancelled, net.' }) value?: string;
  @AmountField({ ...lacked, ...nullable, description: 'Of a section, the sum of its lines.' })
  sectionTotal?: string | null;
}

class OrderedInvoiceDto {
  @IdField() id: InvoiceId;
  @TextField({ max: 64 }) number: string;
  @EnumField(INVOICE_STATUSES) status: string;
  @CurrencyField(lacked) currency?: Currency;
  @AmountField(lacked) total?: string;
  @AmountField(lacked) balance?: string;
}

/** An order with its lines. */
@ShowsOpenedFields()
export class CustomerOrderDto extends CustomerOrderHeadDto {
  @ListField(() => CustomerOrderLineDto, LINES) lines: CustomerOrderLineDto[];
  @ListField(() => OrderedInvoiceDto, {
    ...lacked,
    maxItems: 1000,
    description: 'The invoices behind it, for those who may see invoices.',
  })
  invoices?: OrderedInvoiceDto[];
}

class ShippedLineDto {
  @IdField() lineId: OrderLineId;
  @DecimalField({ scale: 6 }) quantity: string;
}

/** Something of an order that has left. */
export class TrackingDto {
  @IdField() id: string;
  @IntegerField() number: number;
  @DateField() shippedOn: LocalDate;
  @TextField({ max: 100, ...nullable }) carrier: string | null;
  @TextField({ max: 100, ...nullable }) trackingNumber: string | null;
  @ListField(() => ShippedLineDto, LINES) lines: ShippedLineDto[];
}

export class CancelCustomerOrderDto {
  @TextField({ max: 2000 }) reason: string;
}
