// Nonces and sessions in Deno KV, for `nonceStore` and `sessionStore`:
//
//   const kv = await Deno.openKv() // deno run --unstable-kv …
//   const nonceStore = createDenoStore(kv, 'nonces')

export function createDenoStore(kv, name) {
  const keyOf = (key) => ['wallet-sign-in', name, key]
  const ends = (ttl) => ({ expireIn: ttl })
  return {
    get: async (key) => (await kv.get(keyOf(key))).value,
    set: (key, value, ttl) => kv.set(keyOf(key), value, ends(ttl)),
    // A commit with a check succeeds for one caller: the entry must still be what this caller has read.
    async delete(key) {
      const entry = await kv.get(keyOf(key))
      if (entry.versionstamp === null) return false
      return (await kv.atomic().check(entry).delete(entry.key).commit()).ok
    },
    async add(key, value, ttl) {
      const missing = { key: keyOf(key), versionstamp: null }
      return (await kv.atomic().check(missing).set(missing.key, value, ends(ttl)).commit()).ok
    },
  }
}
