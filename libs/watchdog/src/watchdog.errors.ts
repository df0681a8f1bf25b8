import { defineProblem } from '@quittance/kernel';

export const workQuarantined = defineProblem(
  'work_quarantined',
  422,
  'Set aside after it stopped its process',
  'Working on this brought its process to a standstill more than once, so it is not tried by ' +
    'itself again.',
);
