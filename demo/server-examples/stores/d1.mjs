// Nonces and sessions in Cloudflare D1, for `nonceStore` and `sessionStore`. Create the table once:
//
//   wrangler d1 execute shop --command "CREATE TABLE sign_in (key TEXT PRIMARY KEY, value TEXT NOT NULL, ends INTEGER NOT NULL)"
//
// Delete expired rows from time to time, with a cron trigger: DELETE FROM sign_in WHERE ends < unixepoch() * 1000

export function createD1Store(db, name) {
  const prepare = (sql, ...values) => db.prepare(sql).bind(...values)
  const keyOf = (key) => `${name}:${key}`
  const insert = 'INSERT INTO sign_in (key, value, ends) VALUES (?1, ?2, ?3)'
  const replace = 'ON CONFLICT (key) DO UPDATE SET value = ?2, ends = ?3'
  // One statement is one step in D1, so it changes the row for one caller.
  const isChanged = async (statement) => (await statement.run()).meta.changes === 1
  return {
    get: (key) =>
      prepare('SELECT value FROM sign_in WHERE key = ?1 AND ends > ?2', keyOf(key), Date.now()).first(
        'value',
      ),
    set: (key, value, ttl) => prepare(`${insert} ${replace}`, keyOf(key), value, Date.now() + ttl).run(),
    delete: (key) => isChanged(prepare('DELETE FROM sign_in WHERE key = ?1', keyOf(key))),
    add: (key, value, ttl) =>
      isChanged(
        prepare(`${insert} ${replace} WHERE ends <= ?4`, keyOf(key), value, Date.now() + ttl, Date.now()),
      ),
  }
}
