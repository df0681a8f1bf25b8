import { scheduleLineNoun, type ScheduleLineInput } from '@quittance/billing/host';
import { DraftBody, HeadBody } from '@quittance/http/host';
import { SupplyPlaceDto } from '../tax/tax-calculation.dto.js';
import { DiscountDto, discountInput } from '../receivables/invoices/invoice-line.dto.js';

const shapes = { discount: () => DiscountDto, placeOf: () => SupplyPlaceDto } as const;

/** A line of a schedule as it is written. */
export class NewScheduleLineDto extends DraftBody(scheduleLineNoun, shapes) {}

export class ScheduleLineDto extends HeadBody(scheduleLineNoun, shapes) {}

/** The line as the operations take it. */
export function scheduleLineInput(dto: NewScheduleLineDto, position: number): ScheduleLineInput {
  return { ...dto, discount: discountInput(dto.discount ?? null, `/lines/${position}`) };
}
