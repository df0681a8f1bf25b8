import { about } from './event-description.js';
import { distanceSalesStanding } from './payloads/company.js';

const ofDistanceSales = about('distance-sales');

/** What is announced of sales to consumers of other member states of the Union. */
export const TAX_EVENTS = {
  'distance_sales.threshold_approached': ofDistanceSales(
    'Distance sales of a year have come to 80 % of the threshold of Directive 2006/112/EC, ' +
      'article 59c; once a year.',
    distanceSalesStanding,
  ),
  'distance_sales.threshold_exceeded': ofDistanceSales(
    'Distance sales of a year, or of the one before it, are beyond that threshold: from then on ' +
      'they are taxed where the consumers are; once a year.',
    distanceSalesStanding,
    {
      standing: 'exceeded',
      amount: '10000.01',
      exceededIn: 2026,
      crossedOn: '2026-03-02',
      crossedBy: 'invoice',
      crossedById: '0190b5a2-3c4d-7e5f-8a6b-7c8d9e0f1a2b',
      setting: 'exceeded',
    },
  ),
};
