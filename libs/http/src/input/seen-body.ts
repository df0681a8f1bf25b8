import type { Type } from '@nestjs/common';
import type { Sayings } from '@quittance/portal';
import { describedBody, type Described, type Shapes } from './described-body.js';

/**
 * The members of an answer of a portal: none that nobody is shown, and of those that ask for a
 * right of their own it says that they may be absent.
 */
export function SeenBody(noun: Described, says: Sayings, shapes: Shapes = {}): Type<object> {
  return describedBody(class {}, noun, 'record', {
    shapes,
    among: (_, name) => says[name] !== undefined && says[name] !== 'nobody',
    lacked: (name) => typeof says[name] === 'string' && says[name] !== 'plain',
  });
}
