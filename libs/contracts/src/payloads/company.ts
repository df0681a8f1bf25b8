import { about, id, nullable, object, oneOf, text } from '../shape.js';

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
