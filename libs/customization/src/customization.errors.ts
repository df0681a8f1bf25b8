import { defineProblem } from '@quittance/kernel';

export const layoutNameTaken = defineProblem(
  'layout_name_taken',
  409,
  'The name is taken',
  'Another layout of {object} is already called {name}.',
);

export const viewNameTaken = defineProblem(
  'view_name_taken',
  409,
  'The name is taken',
  'Another view of {object} is already called {name}.',
);

export const viewNotYours = defineProblem(
  'view_not_yours',
  403,
  'The view belongs to somebody else',
  'Only its owner may change the view {name}; make a copy of your own instead.',
);

export const userRequired = defineProblem(
  'user_required',
  422,
  'Only a user has views of their own',
  'An API key has no saved views of its own; sign in as a user.',
);

export const limitReached = defineProblem(
  'customization_limit_reached',
  409,
  'There are too many',
  'There can be at most {most} {what}; delete one first.',
);

export const revisionNotRevertible = defineProblem(
  'revision_not_revertible',
  409,
  'The change cannot be taken back',
  'The change of {name} cannot be taken back: {reason}',
);

export const formNotPublished = defineProblem(
  'form_not_published',
  409,
  'The form is not published',
  'The form {name} is {status}: it takes no submissions.',
);

export const formArchived = defineProblem(
  'form_archived',
  409,
  'The form is archived',
  'The form {name} is archived; restore it first.',
);

export const formNotArchived = defineProblem(
  'form_not_archived',
  409,
  'The form is not archived',
  'The form {name} is {status}; only an archived form can be restored.',
);

export const formUnchanged = defineProblem(
  'form_unchanged',
  409,
  'There is nothing to publish',
  'Nothing of the form {name} has changed since version {version} was published.',
);

export const formWasPublished = defineProblem(
  'form_was_published',
  409,
  'The form was published',
  'The form {name} has been published and may have submissions; archive it instead.',
);

export const formRecordDenied = defineProblem(
  'form_record_denied',
  403,
  'The form makes a record that you may not make',
  'Filling in this form makes a {object}, and you may not make any.',
);

export const formNameTaken = defineProblem(
  'form_name_taken',
  409,
  'The name is taken',
  'Another form is already called {name}.',
);

export const setupUnreadable = defineProblem(
  'setup_unreadable',
  422,
  'The document is no set-up of this product',
  'The document cannot be read: {reason}',
);

export const setupConflict = defineProblem(
  'setup_conflict',
  409,
  'The set-up cannot be brought in',
  '{conflicts} items of the document cannot be made or changed; nothing was changed.',
);
