import { borderOf } from './borders.js';
import { sql } from './rows/sql.js';

test.each([
  ['insert into receivables.payment (id) values ($1)', 'insert.receivables.payment'],
  ['update receivables.invoice i set status = $1', 'update.receivables.invoice'],
  ['delete from receivables.invoice_line where id = $1', 'delete.receivables.invoice_line'],
  ['with d as (select 1) insert into outbox.event select * from d', 'insert.outbox.event'],
  ['select i.id from receivables.invoice i for no key update', 'lock.receivables.invoice'],
  ['select i.id from receivables.invoice i for share', 'lock.receivables.invoice'],
  ['select i.id from receivables.invoice i', 'read.receivables.invoice'],
  ['select receivables.check_books($1, $2)', 'call.receivables.check_books'],
  ['select 1', 'read.nothing'],
])('%o is %s', (text, name) => {
  expect(borderOf(text)).toBe(name);
  expect(borderOf(sql(text))).toBe(name);
});
