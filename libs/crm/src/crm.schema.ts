import type { Entity, Migration } from '@quittance/database';
import { AccountEntity } from './accounts/account.entity.js';
import { LedgerAccountEntity } from './ledger-accounts/ledger-account.entity.js';
import { Account1764000200001 } from './migrations/1764000200001-account.js';
import { LedgerAccount1764000200002 } from './migrations/1764000200002-ledger-account.js';
import { Contact1764000200004 } from './migrations/1764000200004-contact.js';
import { Deal1764000200005 } from './migrations/1764000200005-deal.js';
import { Lead1764000200006 } from './migrations/1764000200006-lead.js';
import { Case1764000200007 } from './migrations/1764000200007-case.js';
import { Work1764000200008 } from './migrations/1764000200008-work.js';
import { Asset1764000200009 } from './migrations/1764000200009-asset.js';
import { ExchangeRate1764000200010 } from './migrations/1764000200010-exchange-rate.js';
import { CrmViews1764000200080 } from './migrations/1764000200080-published-views.js';
import { LedgerAccountView1764000200081 } from './migrations/1764000200081-published-ledger-account.js';
import { PublishedDeal1764000200082 } from './migrations/1764000200082-published-deal.js';
import { PartyViews1764000200090 } from './migrations/1764000200090-published-parties.js';
import { CasePortal1764000880001 } from './migrations/1764000880001-case-portal.js';
import { ArticleWord1764000880002 } from './migrations/1764000880002-article-word.js';
import { AccountManagerView1764000880021 } from './migrations/1764000880021-account-manager.js';
import { AccountDocuments1764001060002 } from './migrations/1764001060002-account-documents.js';
import { BuyerKind1764000980005 } from './migrations/1764000980005-buyer-kind.js';
import { RecordWords1764001100401 } from './migrations/1764001100401-record-words.js';
import { PublishedContact1764002420001 } from './migrations/1764002420001-published-contact.js';
import { DeletedLedger1764002420003 } from './migrations/1764002420003-deleted-ledger.js';

export const crmMigrations: readonly Migration[] = [
  Account1764000200001,
  LedgerAccount1764000200002,
  Contact1764000200004,
  Deal1764000200005,
  Lead1764000200006,
  Case1764000200007,
  Work1764000200008,
  Asset1764000200009,
  ExchangeRate1764000200010,
  CrmViews1764000200080,
  LedgerAccountView1764000200081,
  PublishedDeal1764000200082,
  PartyViews1764000200090,
  CasePortal1764000880001,
  ArticleWord1764000880002,
  AccountManagerView1764000880021,
  BuyerKind1764000980005,
  AccountDocuments1764001060002,
  RecordWords1764001100401,
  PublishedContact1764002420001,
  DeletedLedger1764002420003,
];

export const crmEntities: readonly Entity[] = [AccountEntity, LedgerAccountEntity];
