import {
  BadRequestException,
  ForbiddenException,
  HttpException,
  InternalServerErrorException,
  NotFoundException,
} from '@nestjs/common';
import { ThrottlerException } from '@nestjs/throttler';
import { notFound } from '@quittance/kernel';
import { asProblem } from './as-problem.js';

const asked = { method: 'GET', path: '/invoices' };
const code = (exception: unknown) => asProblem(exception, asked).code;

test('a refusal of our own stays what it is', () => {
  const refusal = notFound({ object: 'invoice' });
  expect(asProblem(refusal, asked)).toBe(refusal);
});

test.each([
  [new NotFoundException('Cannot GET /'), 'route_not_found'],
  [new BadRequestException(), 'malformed_request'],
  [new ForbiddenException(), 'permission_denied'],
  [new HttpException('', 406), 'not_acceptable'],
  [new HttpException('', 413), 'payload_too_large'],
  [new HttpException('', 414), 'uri_too_long'],
  [new HttpException('', 415), 'unsupported_media_type'],
  [new HttpException('', 401), 'unauthenticated'],
  [new HttpException('', 418), 'malformed_request'],
  [new ThrottlerException(), 'rate_limited'],
  [Object.assign(new Error('too large'), { statusCode: 413 }), 'payload_too_large'],
])('a refusal of the framework has a code: %s', (exception, expected) => {
  expect(code(exception)).toBe(expected);
});

test.each([
  new Error('the password is hunter2'),
  new InternalServerErrorException('hunter2'),
  'hunter2',
  undefined,
  null,
])('the unexpected says nothing about itself: %o', (exception) => {
  const problem = asProblem(exception, asked);
  expect([problem.code, problem.status]).toEqual(['internal_error', 500]);
  expect(problem.message).not.toContain('hunter2');
});

test('a value that PostgreSQL cannot hold is the fault of the request', () => {
  const fault = Object.assign(new Error('invalid byte sequence'), {
    code: '22021',
    severity: 'ERROR',
  });
  expect(code(fault)).toBe('malformed_request');
  expect(code(Object.assign(new Error(), { code: '22P02' }))).toBe('internal_error');
});

test('a lost database is a refusal to come back from', () => {
  const problem = asProblem(Object.assign(new Error(), { code: 'ECONNREFUSED' }), asked);
  expect([problem.code, problem.options.retryAfter]).toEqual(['database_unavailable', 2]);
});

test.each([
  ['ECONNREFUSED', /^The database did not answer in time\. Nothing was changed; try again\.$/],
  ['25006', /it is read-only\. Nothing was changed; try again\.$/],
  ['53100', /its disk is full\. Nothing was changed; try again\.$/],
])('a database that takes nothing says why: %s', (sqlState, sentence) => {
  const problem = asProblem(Object.assign(new Error(), { code: sqlState }), asked);
  expect([problem.code, problem.status]).toEqual(['database_unavailable', 503]);
  expect(problem.message).toMatch(sentence);
});
