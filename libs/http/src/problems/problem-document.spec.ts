import { invalidFields, notFound, type FieldError } from '@quittance/kernel';
import { permissionDenied, rateLimited, shuttingDown, unauthenticated } from '../http.errors.js';
import { problemDocument, problemHeaders } from './problem-document.js';

const request = { path: '/invoices/1', requestId: 'r-1' };

test('a refusal is written as RFC 9457 has it', () => {
  expect(problemDocument(notFound({ object: 'invoice' }), request)).toEqual({
    type: 'https://docs.quittance.dev/problems/not_found',
    title: 'Not found',
    status: 404,
    code: 'not_found',
    detail: 'There is no such invoice in this company.',
    instance: '/invoices/1',
    requestId: 'r-1',
  });
});

test('at most a hundred fields are listed', () => {
  const errors = Array.from({ length: 101 }, (_, i): FieldError => ({
    pointer: `/${i}`,
    code: 'max',
    message: 'x',
  }));
  const document = problemDocument(invalidFields(errors), request);
  expect(document.errors).toHaveLength(100);
  expect(document.errorsTruncated).toBe(true);
  expect(problemDocument(invalidFields(errors.slice(1)), request).errorsTruncated).toBeUndefined();
});

test('a missing right is named', () => {
  const refusal = permissionDenied({ resource: 'invoices', action: 'approve' });
  expect(problemDocument(refusal, request)).toMatchObject({
    resource: 'invoices',
    action: 'approve',
  });
});

test('headers say when to come back and how to sign in', () => {
  expect(problemHeaders(rateLimited({}, { retryAfter: 0.2 }))).toEqual({ 'retry-after': '1' });
  expect(problemHeaders(shuttingDown())).toEqual({ 'retry-after': '2' });
  expect(problemHeaders(unauthenticated())).toEqual({ 'www-authenticate': 'Bearer' });
  expect(problemHeaders(notFound())).toEqual({});
});
