import { failureOf } from './smtp-failure';

const failure = (fields: object) => Object.assign(new Error('no'), fields);

describe('a failed try', () => {
  it.each([
    ['a recipient that does not exist', { code: 'EENVELOPE', responseCode: 550 }, false, 'refused'],
    ['a mailbox that is full for now', { code: 'EENVELOPE', responseCode: 452 }, false, 'later'],
    ['a message that is refused', { code: 'EMESSAGE', responseCode: 554 }, true, 'refused'],
    ['a message put off', { code: 'EMESSAGE', responseCode: 451 }, true, 'later'],
    ['an address no server is asked about', { code: 'EENVELOPE' }, false, 'refused'],
    ['a sign-in that is missing', { code: 'EENVELOPE', responseCode: 530 }, false, 'later'],
    ['a wrong password', { code: 'EAUTH', responseCode: 535 }, false, 'later'],
    ['a server that is away', { code: 'ESOCKET' }, false, 'later'],
    ['a busy server', { code: 'ECONNECTION', responseCode: 421 }, true, 'later'],
    ['a connection lost on the way', { code: 'ECONNECTION' }, false, 'later'],
    ['a connection lost after everything was sent', { code: 'ECONNECTION' }, true, 'unknown'],
    ['no answer in time to everything', { code: 'ETIMEDOUT' }, true, 'unknown'],
    ['a deadline after everything was sent', { code: 'EABORT' }, true, 'unknown'],
  ])('with %s', (_, fields, handedOver, outcome) => {
    expect(failureOf(failure(fields), handedOver)).toEqual({ outcome, error: 'no' });
  });
});
