import { defineProblem } from '@quittance/kernel';

export const invalidCredentials = defineProblem(
  'invalid_credentials',
  401,
  'Sign-in failed',
  'The e-mail and password do not belong to an account that may sign in.',
);

export const accountLocked = defineProblem(
  'account_locked',
  401,
  'The account is locked',
  'Too many failed sign-ins. The account opens again in {seconds} seconds.',
);

export const signInBusy = defineProblem(
  'sign_in_busy',
  503,
  'Too many sign-ins at once',
  'More passwords are waiting to be checked than this process takes; try again.',
);

export const refreshTokenInvalid = defineProblem(
  'refresh_token_invalid',
  401,
  'The refresh token is not valid',
  'The refresh token is unknown, spent, expired or revoked; sign in again.',
);

export const passwordTokenInvalid = defineProblem(
  'password_token_invalid',
  422,
  'The link is not valid',
  'The link to set a password is unknown, used or expired; ask for a new one.',
);

/** What every directory answers to who signs in, refreshes or sets a password. */
export const signInRefused = {
  accountLocked,
  invalidCredentials,
  passwordTokenInvalid,
  refreshTokenInvalid,
};

export const emailTaken = defineProblem(
  'email_taken',
  409,
  'The e-mail is taken',
  'Another user of this company already has the e-mail {email}.',
);
