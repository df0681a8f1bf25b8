/** When a lock by guessing began: it lasts a quarter of an hour. */
const began = (table: string) => `${table}.locked_until - interval '15 minutes'`;

/** Whether a lock keeps out a session `f` that was there when it began. */
const keepsOut = (table: string) => `coalesce(s.lock_ends_sessions, true)
    and ${table}.locked_until > now() and f.created_at <= ${began(table)}`;

/**
 * Until when a session is refused, as the door of actors says it: user `u`, credential `k`, device
 * `d`, session `f` and what the company has set `s`.
 */
export const SESSION_LOCKED_UNTIL = `greatest(
  case when u.locked_until > now() then u.locked_until end,
  case when ${keepsOut('k')} then k.locked_until end,
  case when ${keepsOut('d')} then d.locked_until end)`;
