import type { CarriedMail } from './mail-carrier.port.js';

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly message?: string;
}

/** Refusals that speak of this installation's set-up, which a person can put right. */
const OF_THE_SET_UP: readonly number[] = [530, 534, 535, 538];

/** What is wrong with the e-mail itself, said without asking the server. */
const OF_THE_MAIL: readonly string[] = ['EENVELOPE', 'EMESSAGE'];

/**
 * What a failed try means. Once every byte was handed over, only an answer of the server says that
 * the e-mail was not taken; before that, nothing can have been.
 */
export function failureOf(failure: unknown, handedOver: boolean): CarriedMail {
  const { code = '', responseCode, message } = failure as SmtpError;
  const error = message ?? String(failure);
  if (OF_THE_MAIL.includes(code)) return { outcome: judged(responseCode), error };
  // With a number the server has answered something else than the message: a greeting, a sign-in.
  const unanswered = handedOver && responseCode === undefined;
  return { outcome: unanswered ? 'unknown' : 'later', error };
}

function judged(responseCode: number | undefined): 'refused' | 'later' {
  if (responseCode === undefined) return 'refused';
  return responseCode >= 500 && !OF_THE_SET_UP.includes(responseCode) ? 'refused' : 'later';
}
