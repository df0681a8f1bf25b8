import { eventFaults } from '../../../test/support/watch/event-watch.js';
import type { EventDescription } from './event-description.js';
import { EVENTS, EVENT_TYPES, exampleOf, heardByRules } from './events.js';

const objectOf = (type: keyof typeof EVENTS): string =>
  (EVENTS[type] as EventDescription).objects?.[0] ?? 'thing';

describe('the description of an event', () => {
  test.each(EVENT_TYPES)('%s has an example that fits it', (type) => {
    expect(eventFaults({ type, object: objectOf(type), data: exampleOf(type) })).toEqual([]);
  });

  test('names the members that it is without, and those that it does not know', () => {
    const { number: _, ...unnumbered } = exampleOf('payment.received');
    const data = { ...unnumbered, currency: 'euro', amount: 119, extra: true };
    expect(eventFaults({ type: 'payment.received', object: 'payment', data })).toEqual([
      '/number is missing',
      '/amount is integer and not string',
      '/currency is euro, not ^[A-Z]{3}$',
      '/extra is not documented',
    ]);
  });

  test('lets a company add members where it says so', () => {
    const data = { ...exampleOf('invoice.paid'), region__c: 'north' };
    expect(eventFaults({ type: 'invoice.paid', object: 'invoice', data })).toEqual([]);
  });

  test('says what it is about', () => {
    const data = exampleOf('invoice.paid');
    expect(eventFaults({ type: 'invoice.paid', object: 'payment', data })).toEqual([
      'is not said to be about payment',
    ]);
    expect(eventFaults({ type: 'invoice.lost', object: 'invoice', data })).toEqual([
      'is described nowhere',
    ]);
  });

  test('says which of them rules hear of', () => {
    expect(heardByRules(null)).toEqual({
      'record.created': 'created',
      'record.updated': 'updated',
    });
    expect(heardByRules('payment')).toEqual({});
    expect(heardByRules('invoice')).toMatchObject({
      'invoice.created': 'created',
      'invoice.paid': 'updated',
    });
  });
});
