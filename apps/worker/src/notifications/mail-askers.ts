import { usersWhoMay } from '@quittance/access/host';
import { DOCUMENT_LANGUAGES, readCompany, type DocumentLanguage } from '@quittance/company';
import type { EventEnvelope } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import { printedLanguage } from '@quittance/documents';
import { findUser } from '@quittance/identity';
import type { UserId } from '@quittance/kernel';
import { queueEmails } from '@quittance/notifications';
import bank from './bank-words.json';

/** What letters about bank accounts say, in one language. */
export type BankWords = Readonly<typeof bank.words.en>;

const WORDS: Readonly<Record<DocumentLanguage, BankWords>> = bank.words;

/** What one asks for and another decides. */
interface Asked {
  /** Who may approve it: to whichever record of the resource. */
  readonly resource: string;
  /** It waits; else it is decided, and who has asked is told. */
  readonly waits: boolean;
  readonly requestedBy: string;
  /** What is said, in the language of whoever reads it. */
  readonly letter: (words: BankWords) => {
    readonly message: string;
    readonly rule: string;
    readonly record: { readonly object: string; readonly title: string; readonly path: string };
  };
}

/**
 * Writes to all who may approve what was asked for, never to who has asked, and to that one what
 * became of it: each in the language that is theirs, else in that of the company's documents.
 */
export async function mailAskers(
  tx: Tx,
  { id, object, recordId }: Pick<EventEnvelope, 'id' | 'object' | 'recordId'>,
  asked: Asked,
): Promise<void> {
  const [people, company] = [await peopleOf(tx, asked), await readCompany(tx)];
  await queueEmails(
    tx,
    people.map((person) => {
      const own = DOCUMENT_LANGUAGES.find((known) => known === person.language);
      const language = printedLanguage(company, own ?? null);
      const { message, rule, record } = asked.letter(WORDS[language]);
      return {
        templateCode: 'RECORD_NOTICE',
        to: person.email,
        language,
        data: { message, rule: { name: rule }, record, fields: {} },
        object,
        recordId,
        dedupeKey: `${id}/mail/${person.email}`,
      };
    }),
  );
}

interface Person {
  readonly email: string;
  readonly language: string | null;
}

async function peopleOf(
  tx: Tx,
  { resource, waits, requestedBy }: Asked,
): Promise<readonly Person[]> {
  if (waits) {
    const all = await usersWhoMay(tx, resource, 'approve');
    return all.filter(({ id }) => id !== requestedBy);
  }
  const asker = await findUser(tx, requestedBy as UserId);
  return asker?.active ? [asker] : [];
}
