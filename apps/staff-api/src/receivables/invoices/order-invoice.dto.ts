import {
  AmountField,
  BooleanField,
  DateField,
  DecimalField,
  EnumField,
  ListField,
} from '@quittance/http/host';
import type { LocalDate } from '@quittance/calendar';
import { DEDUCTIONS, type DepositInput, type OrderInvoiceInput } from '@quittance/receivables/host';
import { MOST_ORDER_LINES } from '@quittance/sales/host';
import { AskedQuantityDto } from '../../sales/orders/order-line.dto.js';

const optional = { optional: true } as const;
const PERCENT = { scale: 6, min: '0', max: '100', example: '30', ...optional } as const;

class InvoiceDatesDto {
  @DateField({ ...optional, description: 'Today unless told.' }) issueDate?: LocalDate;
  @DateField({ ...optional, description: 'The credit days of the order later unless told.' })
  dueDate?: LocalDate;
}

/** What of an order is invoiced: these quantities, this percentage, or all that can be. */
export class InvoiceOrderDto extends InvoiceDatesDto implements OrderInvoiceInput {
  @ListField(() => AskedQuantityDto, {
    ...optional,
    maxItems: MOST_ORDER_LINES,
    description: 'All that can be invoiced where neither they nor a percentage are given.',
  })
  lines?: AskedQuantityDto[];
  @DecimalField({ ...PERCENT, description: 'Of lines that are invoiced by percentages.' })
  percent?: string;
  @BooleanField({ ...optional, description: 'All that can be invoiced, as where nothing is said.' })
  all?: boolean;
  @EnumField(DEDUCTIONS, {
    ...optional,
    description: 'Deposits as far as they fit (first), or by what the invoice is of the order.',
  })
  deduct?: (typeof DEDUCTIONS)[number];
}

/** How much of an order is asked for ahead, with tax: one of both. */
export class DepositOrderDto extends InvoiceDatesDto implements DepositInput {
  @DecimalField({ ...PERCENT, description: 'Of what the order is worth.' }) percent?: string;
  @AmountField({ ...optional, sign: 'positive' }) amount?: string;
}
