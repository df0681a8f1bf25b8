import { defineProblem } from '@quittance/kernel';

export const planHasVersions = defineProblem(
  'plan_has_versions',
  409,
  'The plan has versions',
  'The plan {name} has versions, which stay for whoever has subscribed. Make it inactive instead.',
);

export const planVersionUsed = defineProblem(
  'plan_version_used',
  409,
  'The plan is subscribed to',
  'Versions of the plan {name} are subscribed to, so that its product stays. Make another plan.',
);

export const planVersionTaken = defineProblem(
  'plan_version_taken',
  409,
  'Another version was made meanwhile',
  'Somebody made the next version of the plan at the same moment. Look at it and try again.',
);

export const planNotOffered = defineProblem(
  'plan_not_offered',
  422,
  'The plan is not offered',
  'The plan {plan} cannot be subscribed to: {reason}.',
);
