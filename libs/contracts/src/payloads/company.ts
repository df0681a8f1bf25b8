import {
  absent,
  about,
  amount,
  currency,
  date,
  id,
  integer,
  nullable,
  object,
  oneOf,
  text,
} from '../shape.js';

/** What somebody of the staff asks for, and what became of it. */
export const switchOff = object({
  id: about('The company.', id),
  requestedBy: about('Of the staff, who asks.', id),
  requestedByName: text('Bo Berg'),
  status: oneOf('waiting', 'approved', 'rejected', 'withdrawn'),
  reason: about(
    'Why it is asked for, or why it was rejected.',
    nullable(text('All of us work from one office')),
  ),
});

/** How the count of a calendar year stands to the threshold of distance sales. */
export const distanceSalesStanding = object({
  id: about('The company.', id),
  year: about('Of the company’s calendar.', integer(2026)),
  standing: oneOf('near', 'exceeded'),
  establishedIn: about('The member state that the company is established in.', text('DE')),
  amount: about(
    'What the year comes to, net; null where an exchange rate is missing.',
    nullable(amount('8000.00')),
  ),
  limit: amount('10000.00'),
  currency,
  exceededIn: about(
    'Which year went beyond the limit: this one, or the one before it.',
    absent(integer(2026)),
  ),
  crossedOn: about('On which that year did.', absent(date)),
  crossedBy: about('The kind of the document that did.', absent(oneOf('invoice', 'credit_note'))),
  crossedById: absent(id),
  setting: about(
    'What the company says of the year now; null, which counts as below, where nothing.',
    absent(oneOf('below', 'exceeded', 'opted')),
  ),
});
