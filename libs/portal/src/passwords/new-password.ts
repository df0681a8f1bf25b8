import { checkNewPassword } from '@quittance/identity';
import { DomainError } from '@quittance/kernel';
import { passwordTooWeak } from '../portal.errors.js';

/** @throws DomainError password_too_weak, naming why at `/password` */
export function requireStrongPassword(password: string, email: string): void {
  try {
    checkNewPassword(password, email);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw passwordTooWeak({}, { errors: error.options.errors ?? [] });
  }
}
