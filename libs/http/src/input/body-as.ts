import type { Type } from '@nestjs/common';
import { InputPipe } from './input.pipe.js';
import { readJson } from './read-json.js';

const pipe = new InputPipe();

/**
 * A value that came otherwise than as a body, as a document of a file does, checked as if it had
 * been sent as one.
 * @throws DomainError malformed_request, validation_failed
 */
export async function bodyAs<Body extends object>(dto: Type<Body>, value: object): Promise<Body> {
  const body = await readJson(Buffer.from(JSON.stringify(value)));
  return (await pipe.transform(body, { type: 'body', metatype: dto })) as Body;
}
