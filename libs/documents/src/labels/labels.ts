import type { DocumentLanguage } from '@quittance/company';
import ar from './ar.json';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import he from './he.json';
import hi from './hi.json';
import it from './it.json';
import ja from './ja.json';
import nl from './nl.json';
import pl from './pl.json';
import pt from './pt.json';

/** Every word that stands on a document and is not the user's own; `en.json` has notes on some. */
export type Labels = Readonly<typeof en.labels>;

const LABELS: Readonly<Record<DocumentLanguage, Labels>> = {
  ar: ar.labels,
  de: de.labels,
  en: en.labels,
  es: es.labels,
  fr: fr.labels,
  he: he.labels,
  hi: hi.labels,
  it: it.labels,
  ja: ja.labels,
  nl: nl.labels,
  pl: pl.labels,
  pt: pt.labels,
};

export function labelsOf(language: DocumentLanguage): Labels {
  return LABELS[language];
}
