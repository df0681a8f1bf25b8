import type { Migration } from '@quittance/database';
import { Schedule1764000510001 } from './migrations/1764000510001-schedule.js';
import { Pause1764000510002 } from './migrations/1764000510002-pause.js';
import { LateTerms1764001030003 } from './migrations/1764001030003-late-terms.js';
import { Run1764000510003 } from './migrations/1764000510003-run.js';
import { DunningFigures1764001100711 } from './migrations/1764001100711-run-figures.js';
import { Consolidate1764001050001 } from './migrations/1764001050001-consolidate.js';
import { RunHands1764001100610 } from './migrations/1764001100610-run-hands.js';
import { AskedByDay1764001100620 } from './migrations/1764001100620-asked-by-day.js';
import { ChargedStep1764001500602 } from './migrations/1764001500602-charged-step.js';
import { AttemptLetter1764001400207 } from './migrations/1764001400207-attempt-letter.js';
import { ClosedCompanies1764002330001 } from './migrations/1764002330001-closed-companies.js';
import { EarlierTerms1764002430201 } from './migrations/1764002430201-earlier-terms.js';
import { LettersAttempts1764002430102 } from './migrations/1764002430102-letters-attempts.js';

export const dunningMigrations: readonly Migration[] = [
  Schedule1764000510001,
  Pause1764000510002,
  Run1764000510003,
  LateTerms1764001030003,
  Consolidate1764001050001,
  RunHands1764001100610,
  AskedByDay1764001100620,
  DunningFigures1764001100711,
  AttemptLetter1764001400207,
  ChargedStep1764001500602,
  ClosedCompanies1764002330001,
  LettersAttempts1764002430102,
  EarlierTerms1764002430201,
];
