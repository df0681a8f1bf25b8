import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import passport from 'passport';
import { TOKEN_STRATEGY, TokenStrategy } from '../access/token.strategy.js';

/**
 * Has the tokens of a process verified as this host does. Passport keeps one strategy for a
 * process, that of the host that was started last; only tests have several in one.
 */
export function signInAt(app: NestFastifyApplication): void {
  passport.use(TOKEN_STRATEGY, app.get(TokenStrategy, { strict: false }));
}
