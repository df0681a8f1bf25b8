import { SetMetadata } from '@nestjs/common';

export const ANSWERS_SECRET_MARK = 'quittance:answers-secret';

/**
 * The answer holds a secret that is shown this once: a key, a token. With an idempotency key it is
 * kept sealed, so that whoever reads the database, or a copy of it, learns nothing.
 */
export const AnswersSecret = () => SetMetadata(ANSWERS_SECRET_MARK, true);
