import { defineProblem } from '@quittance/kernel';

export const meterCodeTaken = defineProblem(
  'meter_code_taken',
  409,
  'The code is taken',
  'Another meter already has the code {code}.',
);

export const meterUsed = defineProblem(
  'meter_used',
  409,
  'Usage has come in',
  'Events of the meter {code} have come in: its code, its aggregation and the meter itself stay.',
);

export const meterUnknown = defineProblem(
  'meter_unknown',
  422,
  'There is no such meter',
  'There is no meter {meter} in this company.',
);

export const usageEventUnknown = defineProblem(
  'usage_event_unknown',
  404,
  'There is no such usage event',
  'No such usage event has come in.',
);

export const usageTooLate = defineProblem(
  'usage_too_late',
  409,
  'The usage is settled for good',
  'Usage of {day} was billed so long ago that it is not rated any more.',
);

export const usageEventVoided = defineProblem(
  'usage_event_voided',
  409,
  'The event is void already',
  'The usage event {eventId} was taken back before.',
);
