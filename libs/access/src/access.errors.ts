import { defineProblem, type DomainError, references } from '@quittance/kernel';

export const administratorRequired = defineProblem(
  'administrator_required',
  403,
  'An administrator is needed',
  'Only a user with the Admin role may {what}.',
);

export const grantRequired = defineProblem(
  'grant_required',
  403,
  'Not granted',
  'This needs a role with the grant {grant}.',
);

export const permissionDenied = defineProblem(
  'permission_denied',
  403,
  'Not allowed',
  'This needs the right to {action} on {resource}.',
);

export const rightBeyondOwn = defineProblem(
  'right_beyond_own',
  403,
  'Beyond the own rights',
  'Nobody gives what they do not have: {what}.',
);

export const ownRole = defineProblem(
  'own_role',
  403,
  'The own role',
  'The role {name} is one that you hold; somebody else has to change it.',
);

export const roleBuiltIn = defineProblem(
  'role_built_in',
  409,
  'The role is built in',
  'The role {name} can neither be changed nor deleted.',
);

export const roleNameTaken = defineProblem(
  'role_name_taken',
  409,
  'The name is taken',
  'Another role of this company is called {name}.',
);

export const roleInUse = defineProblem(
  'role_in_use',
  409,
  'The role is in use',
  'The role is held by {users} users and {keys} API keys; take it from them first.',
);

export const lastAdministrator = defineProblem(
  'last_administrator',
  409,
  'The last administrator',
  'The user is the last active one with the Admin role and cannot lose it.',
);

export const invitationSentLately = defineProblem(
  'invitation_sent_lately',
  429,
  'The invitation was sent often',
  'Nobody is invited more than {most} times in a day.',
);

export const userDeactivated = defineProblem(
  'user_deactivated',
  409,
  'The user is deactivated',
  'A deactivated user cannot be invited; activate the user first.',
);

/** What a body names and is not there, or not within reach: nothing tells one from the other. */
export function referenceNotFoundAt(
  pointers: string | readonly string[],
  object: string,
): DomainError {
  const errors = [pointers].flat().map((pointer) => ({
    pointer,
    code: references.notFound.code,
    message: 'is not there',
  }));
  return references.notFound({ object }, { errors });
}
