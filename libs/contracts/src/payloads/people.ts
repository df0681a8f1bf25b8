import { about, flag, id, nullable, instant, object, oneOf, text } from '../shape.js';

const user = { id, email: text('bo@company.example') };

export const invitation = object({
  ...user,
  purpose: about('`reset` for somebody who has a password already.', oneOf('invitation', 'reset')),
});

export const lock = object({
  ...user,
  lockedUntil: nullable(instant),
  knownDevice: about('Whether the tries came from a device that has signed in before.', flag),
});

/** It carries no token: that is made with the e-mail. */
export const passwordReset = object(user);

const ofPortal = {
  ...user,
  directory: oneOf('customer', 'partner', 'vendor'),
};

export const portalUser = object(ofPortal);

export const portalLock = object({
  ...ofPortal,
  lockedUntil: nullable(instant),
  knownDevice: about('Whether the tries came from a device that has signed in before.', flag),
});

export const portalSecurity = object({
  ...ofPortal,
  what: oneOf(
    'new_device',
    'password_changed',
    'mfa_on',
    'mfa_off',
    'recovery_code_used',
    'recovery_codes_renewed',
    'email_changed',
  ),
  device: about('What a new device says it is.', nullable(text('Mozilla/5.0 …'))),
});

export const portalView = object({
  ...ofPortal,
  staffId: about('Who looks.', id),
  reason: text('They cannot find their invoice'),
});
