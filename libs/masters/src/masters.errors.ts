import { defineProblem } from '@quittance/kernel';

export const masterCodeTaken = defineProblem(
  'master_code_taken',
  409,
  'The code is taken',
  'Another entry of {type} has the code {code}; one that was deleted can be restored.',
);

export const masterHasChildren = defineProblem(
  'master_has_children',
  409,
  'The entry has children',
  '{children} active entries lie in {code}; delete or deactivate them first.',
);

export const masterDeleted = defineProblem(
  'master_deleted',
  409,
  'The entry is deleted',
  'The entry {code} is deleted; restore it before changing it.',
);

export const masterParentDeleted = defineProblem(
  'master_parent_deleted',
  409,
  'The parent is deleted',
  'The entry {code} lies in {parentCode}, which is deleted; restore that first.',
);
