import { defineProblem } from '@quittance/kernel';

export const eventNotDead = defineProblem(
  'event_not_dead',
  409,
  'The event is not in the dead letter list',
  'Only an event whose delivery was given up can be tried again; this one is {state}.',
);
