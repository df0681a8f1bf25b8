import { Injectable } from '@nestjs/common';
import {
  flagShape,
  integerShape,
  membersShape,
  nullableShape,
  oneOfShape,
  textShape,
  type SetupPart,
  SetupParts,
} from '@quittance/configuration';
import { CREDIT_BASES } from '../../pricing/credit-basis.js';
import { QUOTE_CONVERSIONS } from '../quote.js';
import {
  MOST_DAYS_VALID,
  MOST_DEFAULT_CREDIT_DAYS,
  readQuoteSettings,
  saveQuoteSettings,
  settingsOf,
  type QuoteSettingsInput,
} from './quote-settings.js';

const WORDS = nullableShape(textShape(20_000, 1));

const SHAPE = membersShape({
  quoteValidityDays: integerShape(0, MOST_DAYS_VALID),
  autoConvert: oneOfShape(QUOTE_CONVERSIONS),
  startOnConvert: flagShape,
  creditBasis: oneOfShape(CREDIT_BASES),
  introduction: WORDS,
  terms: WORDS,
  notes: WORDS,
  pricesIncludeTax: flagShape,
  paymentTerms: nullableShape(textShape(500, 1)),
  creditDays: nullableShape(integerShape(0, MOST_DEFAULT_CREDIT_DAYS)),
});

/** How quotes of the company begin: one item, or none while nothing is saved. */
const quoteSettingsPart: SetupPart = {
  name: 'quoteSettings',
  rights: { resource: 'company', toMake: 'update' },
  after: [],
  async read(tx) {
    const saved = await readQuoteSettings(tx);
    return saved.version === 0 ? [] : [settingsOf(saved)];
  },
  keyOf: () => 'settings',
  check: (_, { after }) => SHAPE(after, ''),
  async apply(tx, changes) {
    for (const { after } of changes) {
      await saveQuoteSettings(tx, after as unknown as QuoteSettingsInput, null);
    }
  },
};

/** Takes the settings of quotes into the set-up. */
@Injectable()
export class QuoteSetup {
  constructor(parts: SetupParts) {
    parts.register(quoteSettingsPart);
  }
}
